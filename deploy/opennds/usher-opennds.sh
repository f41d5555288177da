#!/bin/sh
# Puts out of openNDS whose access is over at Usher: tells the portal every two seconds which devices are in, and
# deauthenticates those that it names. Runs beside openNDS; needs curl and sha256sum.
#
# usage: usher-opennds.sh [settings], a file (default /etc/usher-opennds.conf) with
#   PORTAL=https://wifi.example.com/p/lindenhof
#   FASKEY='the faskey of openNDS'
#   EVERY=2
. "${1:-/etc/usher-opennds.conf}"

while :; do
  in=$(ndsctl json 2>/dev/null | awk -F'"' '$2 == "mac" { mac = $4 } $2 == "state" && $4 == "Authenticated" { print mac }')
  macs=$(echo $in | tr ' ' ',')
  if [ -n "$macs" ]; then
    sum=$(printf '%s%s' "$macs" "$FASKEY" | sha256sum | cut -c1-64)
    for mac in $(curl -fsS -m 5 -d "macs=$macs" -d "sum=$sum" "$PORTAL/opennds/ended" 2>/dev/null); do
      case $mac in
        [0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f])
          ndsctl deauth "$mac" >/dev/null 2>&1 ;;
      esac
    done
  fi
  sleep "${EVERY:-2}"
done
