#!/bin/sh
# Puts out of openNDS whose access is over at Usher: tells the portal every second which devices are in, closes the way
# out to those that it names, and deauthenticates them. Runs beside openNDS; needs curl and sha256sum.
#
# usage: usher-opennds.sh [settings], a file (default /etc/usher-opennds.conf) with
#   PORTAL=https://wifi.example.com/p/lindenhof
#   FASKEY='the faskey of openNDS'
#   EVERY=1
. "${1:-/etc/usher-opennds.conf}"

mangle() {
  iptables --wait -t mangle "$@" 2>/dev/null
}

# openNDS up to 9 keeps guests in a chain of iptables. It reads the chain without waiting for the lock of iptables: if
# somebody holds that at the moment, it forgets the guest, says that she is out, and her rules stay. So the rules count,
# and those that are left over are removed here.
rules() {
  mangle -S ndsOUT | tr 'A-Z' 'a-z' | sed -n 's|.* -s \([0-9.]*\)/32 .*--mac-source \([0-9a-f:]*\) .*|\1 \2|p'
}

# Each ndsctl starts some thirty processes: it is asked only where there are no rules to read.
devices() {
  if mangle -S ndsOUT >/dev/null; then
    rules | cut -d' ' -f2
  else
    ndsctl json 2>/dev/null | awk -F'"' '$2 == "mac" { mac = $4 } $2 == "state" && $4 == "Authenticated" { print mac }'
  fi | sort -u
}

# openNDS takes seconds where the router has much to do. Until it is done, a chain after its own takes off the mark that
# lets the device's packets out; openNDS deletes its rules by number, so none of them may go meanwhile.
block() {
  mangle -S ndsOUT >/dev/null || return
  mangle -N usherOUT
  mangle -C PREROUTING -j usherOUT || mangle -A PREROUTING -j usherOUT
  mangle -A usherOUT -m mac --mac-source "$1" -j MARK --set-xmark 0x0/0x30000
}

unblock() {
  mangle -D usherOUT -m mac --mac-source "$1" -j MARK --set-xmark 0x0/0x30000
}

unblockAll() {
  mangle -F usherOUT
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
  ! rules | grep -q " $1$"
}

isAddress() {
  case $1 in
    [0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]) ;;
    *) return 1 ;;
  esac
}

unblockAll
trap unblockAll EXIT
trap exit INT TERM
while :; do
  macs=$(devices | tr '\n' ',' | sed 's/,$//')
  sum=$(printf '%s%s' "$macs" "$FASKEY" | sha256sum | cut -c1-64)
  if [ -n "$macs" ] && ended=$(curl -fsS -m 5 -d "macs=$macs" -d "sum=$sum" "$PORTAL/opennds/ended" 2>/dev/null); then
    unblockAll
    for mac in $ended; do isAddress "$mac" && block "$mac"; done
    for mac in $ended; do
      isAddress "$mac" || continue
      # No time limit: of one that is killed while openNDS stands still, the request stays in the queue of its socket, and
      # each answer from then on is to the one before.
      ndsctl deauth "$mac" >/dev/null 2>&1
      # 0: was in; 1: is not, as far as openNDS knows; 4: another ndsctl is at work, and by the next question she may have
      # signed in anew.
      [ $? -le 1 ] && remove "$mac" && unblock "$mac"
    done
  fi
  sleep "${EVERY:-1}"
done
