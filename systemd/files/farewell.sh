#!/bin/sh
# The last that runs on this machine, when nothing can be written any more: the display says that it may be unplugged.
case "$1" in
  poweroff | halt) ;;
  *) exit 0 ;;
esac
language=$(cat /run/veilingklok/off 2>/dev/null)
case "$language" in
  en | de | nl) set -- --language "$language" ;;
  *) set -- ;;
esac
VEILINGKLOK_SETTINGS=/etc/veilingklok/veilingklok.toml PYTHONDONTWRITEBYTECODE=1 \
  exec timeout 20 /opt/veilingklok/current/.venv/bin/veilingklok farewell "$@"
