import type { ExpectedAccount } from './tracked-hotel.js';

export interface SeenAccount {
  readonly username: string;
  readonly disabled: number;
  readonly group: string | null;
}

interface LogRow {
  readonly identity: string;
  readonly kind: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/**
 * What differs between a console and what was expected of it. Who came and left again before anybody looked may have no
 * account at all, and what name a disabled account has is of no matter; but nobody ever has two.
 */
export function differences(expected: readonly ExpectedAccount[], seen: readonly SeenAccount[]): string[] {
  const accountsOf = groupedBy(seen, ({ username }) => guestIn(username));
  const wrong = [...accountsOf]
    .filter(([, accounts]) => accounts.length > 1)
    .map(([guest, accounts]) => `${guest} has ${accounts.length} accounts`);
  for (const account of expected) {
    const found = accountsOf.get(guestIn(account.username))?.[0];
    if (account.disabled === 1 && (!found || found.disabled === 1)) continue;
    if (
      found &&
      found.username === account.username &&
      found.disabled === account.disabled &&
      found.group === account.group
    )
      continue;
    wrong.push(`expected ${JSON.stringify(account)}, found ${JSON.stringify(found)}`);
  }
  const guests = new Set(expected.map(({ username }) => guestIn(username)));
  return [
    ...wrong,
    ...[...accountsOf.keys()].filter((guest) => !guests.has(guest)).map((guest) => `nobody expected ${guest}`),
  ];
}

/** The log of each account must be one unbroken story: made once, and every change starts where the last one ended. */
export function brokenStories(log: readonly LogRow[]): string[] {
  return [...groupedBy(log, ({ identity }) => identity)].flatMap(([identity, rows]) => {
    const creations = rows.filter(({ kind }) => kind === 'create_user').length;
    let state: Record<string, unknown> = {};
    const breaks = rows.flatMap(({ kind, before, after }) => {
      const differing = Object.entries(before ?? {})
        .filter(([field, value]) => field in state && JSON.stringify(state[field]) !== JSON.stringify(value))
        .map(([field]) => field);
      const repeats =
        kind !== 'create_user' &&
        Object.entries(after ?? {}).every(([field, value]) => JSON.stringify(state[field]) === JSON.stringify(value));
      state = { ...state, ...after };
      return [
        ...differing.map((field) => `${kind} of ${identity} starts from another ${field}`),
        ...(repeats ? [`${kind} of ${identity} is there twice`] : []),
      ];
    });
    return creations === 1 ? breaks : [`${identity} was created ${creations} times`, ...breaks];
  });
}

/** Account names end in the guest's own: 1042-guesta17. */
function guestIn(username: string): string {
  return username.slice(username.lastIndexOf('-') + 1);
}

export function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
