#!/bin/sh
# The last that runs on this machine, when nothing can be written any more: the display says that it may be unplugged.
case "$1" in
  poweroff | halt) ;;
  *) exit 0 ;;
esac
off=/run/veilingklok/off
language=
# Another user has written it, and whatever it is must not keep the machine from going off.
if [ -f "$off" ]; then language=$(timeout 1 head -c 8 "$off" 2>/dev/null); fi
case "$language" in
  en | de | nl) set -- --language "$language" ;;
  *) set -- ;;
esac
# All but /run is read-only by now, and the pin library wants to write a file.
VEILINGKLOK_SETTINGS=/etc/veilingklok/veilingklok.toml PYTHONDONTWRITEBYTECODE=1 TMPDIR=/run \
  exec timeout 20 /opt/veilingklok/current/.venv/bin/veilingklok farewell "$@"
