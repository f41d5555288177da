import type { GroupPolicy } from '../user-groups/group-policy.js';

/** One attribute of a reply, as RADIUS sends it. */
export interface ReplyAttribute {
  readonly attribute: string;
  readonly op: string;
  readonly value: string;
}

/** One row of the legacy tables, in FreeRADIUS' form. */
export interface AccountAttribute {
  readonly table: 'radcheck' | 'radreply' | 'radgroupcheck' | 'radgroupreply';
  readonly attribute: string;
  readonly op: string;
  /** Null for secrets, which are never shown. */
  readonly value: string | null;
}

/** Attributes of an Access-Accept, and their sources. */
export interface MergedAttribute {
  readonly attribute: string;
  readonly op: string;
  readonly value: string | null;
  readonly from: 'reply' | 'radgroupreply' | 'radreply';
}

/**
 * The attributes of a reply together with those of the tables, the group's first: `:=` replaces what came before, `=`
 * is added if there is none of that name, `+=` is always added. FreeRADIUS gets the same from radius.merge_attributes
 * (test/radius/evaluation.spec.ts compares the two).
 */
export function mergedAttributes(
  told: readonly ReplyAttribute[],
  reply: GroupPolicy,
  said: readonly AccountAttribute[],
): MergedAttribute[] {
  const given: MergedAttribute[] = told.map((each) => ({ ...each, from: 'reply' }));
  return [
    ...given,
    ...['radgroupreply', 'radreply'].flatMap((table) =>
      said.filter((each) => each.table === table).flatMap((each) => sent(each, reply)),
    ),
  ].reduce<MergedAttribute[]>((before, each) => {
    const same = (one: MergedAttribute) => keyOf(one) === keyOf(each);
    if (each.op === '=' && before.some(same)) return before;
    return [...(each.op === ':=' ? before.filter((one) => !same(one)) : before), each];
  }, []);
}

/** What the request of a user must contain. Nothing is compared for a device that signs in by its address. */
export function checkedAttributes(said: readonly AccountAttribute[], authMethod: string | null): AccountAttribute[] {
  if (authMethod === 'MAC') return [];
  return ['radgroupcheck', 'radcheck'].flatMap((table) =>
    said.filter((each) => each.table === table && !isExpanded(each.value ?? '')),
  );
}

/** FreeRADIUS would expand or execute such a value, so it is not sent. */
function isExpanded(value: string): boolean {
  return /^['"`]/.test(value);
}

/** Usher sets the name of a session, because accounting goes by it. */
function sent(
  { table, attribute, op, value }: AccountAttribute,
  { session_timeout: most }: GroupPolicy,
): MergedAttribute[] {
  const name = attribute.toLowerCase();
  if (isExpanded(value ?? '') || name === 'user-name') return [];
  return [
    {
      attribute,
      op,
      value: name === 'session-timeout' && value !== null ? cappedSeconds(value, most) : value,
      from: table as 'radgroupreply' | 'radreply',
    },
  ];
}

/** No session outlasts the account; 0 would mean no limit to many access points. */
function cappedSeconds(value: string, most: number | undefined): string {
  if (!/^(\d{1,10}|0x[0-9a-f]{1,8})$/i.test(value)) return value;
  const seconds = Number(value);
  return String(seconds === 0 ? (most ?? 0) : Math.min(seconds, most ?? seconds));
}

/** Tag 0 means no tag. */
function keyOf({ attribute }: MergedAttribute): string {
  return attribute.toLowerCase().replace(/:0*$/, '').replace(/:0+/, ':');
}
