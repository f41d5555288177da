#!/bin/sh
# Puts out of openNDS whose access is over at Usher: tells the portal every second which devices are in, and
# deauthenticates those that it names. Runs beside openNDS; needs curl and sha256sum.
#
# usage: usher-opennds.sh [settings], a file (default /etc/usher-opennds.conf) with
#   PORTAL=https://wifi.example.com/p/lindenhof
#   FASKEY='the faskey of openNDS'
#   EVERY=1
. "${1:-/etc/usher-opennds.conf}"

# ndsctl refuses with 4 while another one is at work. No time limit: of one that is killed while openNDS stands still,
# the request stays in the queue of its socket, and each answer from then on is to the one before.
nds() {
  for again in 1 2 3 4 5; do
    ndsctl "$@" 2>/dev/null
    code=$?
    [ $code -eq 4 ] || return $code
    sleep 1
  done
  return 4
}

# openNDS up to 9 keeps guests in a chain of iptables. It reads the chain without waiting for the lock of iptables: if
# somebody holds that at the moment, it forgets the guest, says that she is out, and her rules stay. So the rules count,
# and those that are left over are removed here.
rules() {
  iptables --wait -t mangle -S ndsOUT 2>/dev/null | tr 'A-Z' 'a-z' |
    sed -n 's|.* -s \([0-9.]*\)/32 .*--mac-source \([0-9a-f:]*\) .*|\1 \2|p'
}

# table, chain, which of its rules
drop() {
  iptables --wait -t "$1" -S "$2" 2>/dev/null | grep -i -e "$3" | sed 's/^-A/-D/' | while read -r rule; do
    iptables --wait -t "$1" $rule 2>/dev/null
  done
}

remove() {
  addresses=$(rules | awk -v mac="$1" '$2 == mac { print $1 }' | sort -u)
  drop mangle ndsOUT "--mac-source $1 "
  for address in $addresses; do
    # Lent to another guest meanwhile.
    rules | grep -q "^$address " && continue
    drop mangle ndsINC " -d $address/32 "
    drop filter ndsULR " -s $address/32 "
  done
}

while :; do
  in=$( (nds json | awk -F'"' '$2 == "mac" { mac = $4 } $2 == "state" && $4 == "Authenticated" { print mac }'
    rules | cut -d' ' -f2) | sort -u)
  macs=$(echo $in | tr ' ' ',')
  if [ -n "$macs" ]; then
    sum=$(printf '%s%s' "$macs" "$FASKEY" | sha256sum | cut -c1-64)
    for mac in $(curl -fsS -m 5 -d "macs=$macs" -d "sum=$sum" "$PORTAL/opennds/ended" 2>/dev/null); do
      case $mac in
        [0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f])
          nds deauth "$mac" >/dev/null
          # 0: was in; 1: is not, as far as openNDS knows.
          [ $? -le 1 ] && remove "$mac" ;;
      esac
    done
  fi
  sleep "${EVERY:-1}"
done
