import { createHash } from 'node:crypto';
import type { GroupPolicy } from '../user-groups/group-policy.js';

/** What an access point can change during a session. */
const changeable = ['bandwidth_down', 'bandwidth_up', 'idle_timeout', 'acct_interim_interval'] as const;

/**
 * What a reply gives a session, in short: VLAN, what can be changed, and which parts of that are set.
 * radius.reply_digest writes the same into a session's class.
 */
export function replyDigest(reply: GroupPolicy): string {
  const digest = (text: string) => createHash('md5').update(text).digest('hex').slice(0, 8);
  return [
    digest(reply.vlan ?? ''),
    digest(changeable.map((entry) => String(reply[entry] ?? '')).join('|')),
    changeable.map((entry) => (reply[entry] === undefined ? '0' : '1')).join(''),
  ].join('-');
}

/** The part of a reply that a gateway's controller is told, each time that it lets the device in. */
export function speedIn({ bandwidth_down, bandwidth_up }: GroupPolicy): GroupPolicy {
  return {
    ...(bandwidth_down === undefined ? {} : { bandwidth_down }),
    ...(bandwidth_up === undefined ? {} : { bandwidth_up }),
  };
}

/**
 * What a session needs if its reply would now be another. A device that moves to another VLAN keeps its old address, so
 * it has to join again. The removal of a limit cannot be sent at all.
 */
export function changeNeeded(sent: string, reply: GroupPolicy): 'nothing' | 'change' | 'end' {
  const [was, is] = [sent, replyDigest(reply)].map((each) => each.split('-'));
  if (was.length !== is.length || was[0] !== is[0]) return 'end';
  if (was[1] === is[1]) return 'nothing';
  return [...was[2]].some((flag, index) => flag === '1' && is[2][index] === '0') ? 'end' : 'change';
}

/** The parts of a reply that a CoA-Request carries. */
export function changeableReply(reply: GroupPolicy): GroupPolicy {
  return Object.fromEntries(changeable.flatMap((entry) => (reply[entry] === undefined ? [] : [[entry, reply[entry]]])));
}
