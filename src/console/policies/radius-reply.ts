import type { GroupPolicy } from '../user-groups/user-group.js';

export interface ReplyAttribute {
  readonly attribute: string;
  readonly op: ':=';
  readonly value: string;
}

/** What an Access-Accept carries for a reply. Limits on count, quota and hours are checks: no attribute tells an access point of them. */
export function replyAttributes(reply: GroupPolicy): ReplyAttribute[] {
  const named: readonly (readonly [string, string | number | undefined])[] = [
    ...(reply.vlan === undefined ? [] : [['Tunnel-Type', 'VLAN'], ['Tunnel-Medium-Type', 'IEEE-802'], ['Tunnel-Private-Group-Id', reply.vlan]] as const),
    ['Session-Timeout', reply.session_timeout],
    ['Idle-Timeout', reply.idle_timeout],
    ['Acct-Interim-Interval', reply.acct_interim_interval],
    ['WISPr-Bandwidth-Max-Down', reply.bandwidth_down],
    ['WISPr-Bandwidth-Max-Up', reply.bandwidth_up],
  ];
  return named.flatMap(([attribute, value]) => (value === undefined ? [] : [{ attribute, op: ':=', value: String(value) }]));
}
