#!/bin/sh
# The command `veilingklok` of this box: with its settings and its games, as the user to whom they belong.
set -eu
program=/opt/veilingklok/current/.venv/bin/veilingklok
export VEILINGKLOK_SETTINGS=/etc/veilingklok/veilingklok.toml
export VEILINGKLOK_DATA=/var/lib/veilingklok
export PYTHONNOUSERSITE=1 # the user owns its home and not its program: Python loads nothing from the home

# With the power that the service has, too: else the doctor would say that the page cannot have its port.
as_its_user() {
  HOME=$VEILINGKLOK_DATA setpriv --reuid veilingklok --regid veilingklok --init-groups --no-new-privs \
    --inh-caps -all,+net_bind_service --ambient-caps -all,+net_bind_service --bounding-set -all,+net_bind_service \
    -- "$program" "$@"
}

# The clock makes room for whoever needs the pins or the journal for himself, and comes back, whatever happened. One that
# fails and is tried again every few seconds, or in a minute, would come in between just the same.
without_the_clock() {
  if needs_the_box "$@" && { is_at_work veilingklok.service || is_at_work veilingklok-again.service; }; then
    trap 'come_back' EXIT
    trap 'exit 130' HUP INT TERM # a line that breaks is no reason to leave the box without its clock
    systemctl stop veilingklok-again.service veilingklok.service
  fi
  "$@"
}

come_back() {
  systemctl reset-failed veilingklok.service 2>/dev/null || true
  systemctl start veilingklok.service
}

is_at_work() {
  case "$(systemctl show --property ActiveState --value "$1")" in inactive | failed) return 1 ;; esac
}

needs_the_box() {
  for word; do
    case "$word" in -h | --help | --simulate) return 1 ;; esac
  done
}

names_something() {
  shift
  for word; do
    case "$word" in -*) ;; *) return 0 ;; esac
  done
  return 1
}

case "$(id -un)" in
  root) ;;
  veilingklok) exec "$program" "$@" ;;
  *)
    echo "The games of this box belong to the user veilingklok: sudo veilingklok $*" >&2
    exit 1
    ;;
esac
case "${1:-}" in
  restore) if names_something "$@"; then without_the_clock as_its_user "$@"; else as_its_user "$@"; fi ;;
  selftest) without_the_clock as_its_user "$@" ;;
  dial) umask 027 && without_the_clock "$program" "$@" ;; # as root, who alone may write the settings
  # as root, who may read and write where he stands, and read the log: nothing here needs the games' folder for itself
  board | print | report | screens | settings | wiring) exec "$program" "$@" ;;
  *) as_its_user "$@" ;;
esac
