import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CountingIds, SeededChance } from '../../../test/kernel/manual-clock.js';
import { Secrets } from '../../kernel/secrets.js';
import type { Grant } from '../access/grant.js';
import type { Connection } from '../connection/connection.js';
import { TouchedAccounts, type BookedAccount, type SharedPassword } from './touched-accounts.js';
import { AccountPasswords } from './account-passwords.js';
import { EntitleBatch } from './entitle-batch.js';
import { type Entitlement, isOpen } from '../identity/entitlement.js';
import type { Cause } from '../identity/cause.js';
import type { Subject } from '../subject/subject.js';
import { SettledCheck, type WantedGrant } from './settled-check.js';
import { usernameKey } from '../../kernel/username-key.js';

const now = '2026-05-14T13:00:00.000Z';
const connection = { id: 'hotel', organizationId: 'organization', targetKey: 'built-in' } as Connection;
const passwords = new AccountPasswords(new Secrets([Buffer.alloc(32, 7)], new SeededChance()), new SeededChance());
type Account = Omit<BookedAccount, 'members' | 'isNew'>;

/**
 * What the database would hold, and a batch of grants played on it: with those who are settled looked up, or left
 * alone.
 */
class World {
  constructor(
    private readonly accounts: Account[] = [],
    private readonly held: Entitlement[] = [],
    private readonly identities = new Map<string, string | null>(),
    private readonly ids = new CountingIds(),
  ) {}

  play(
    wanted: readonly (readonly [string, Grant])[],
    cause: Cause,
    leavesSettledAlone: boolean,
  ): { world: World; told: unknown; settled: number } {
    const booked = this.accounts.map((account): BookedAccount => ({
      ...account,
      isNew: false,
      members: this.membersOf(account),
    }));
    const book = new TouchedAccounts(connection.targetKey, connection.id, booked, () => this.ids.next());
    const batch = new EntitleBatch(connection, book, passwords, this.ids, now, 'test');
    const settled = new SettledCheck(connection, passwords, new CountingIds(), now, 'test');
    const all = wanted.map(([id, grant]): WantedGrant => ({
      subject: { id, identityId: this.identities.get(id) ?? null, endsAt: null } as Subject,
      grant,
    }));
    const kept = new Set(
      leavesSettledAlone ? all.filter((each) => settled.is(each, this.heldBy(each.subject.id), cause)) : [],
    );
    for (const each of all) {
      if (kept.has(each)) batch.keep(each.subject);
      else batch.add(each.subject, each.grant, this.heldBy(each.subject.id), cause);
    }
    return { world: this.after(book, batch), told: this.told(book, batch), settled: kept.size };
  }

  private heldBy(subjectId: string) {
    return this.held
      .filter((each) => each.subjectId === subjectId)
      .map((each) => {
        const { targetKey, accountKey, connectionId } = this.accounts.find(({ id }) => id === each.identityId)!;
        return { ...each, targetKey, accountKey, accountConnectionId: connectionId };
      });
  }

  private membersOf({ id }: Account): Map<string, SharedPassword | null> {
    const open = this.held.filter((each) => each.identityId === id && isOpen(each, now));
    return new Map(
      open.map(({ subjectId, id: entitlementId, spec, secretSealed, validFrom, validUntil }) => [
        subjectId,
        spec.kind === 'user' && spec.generated && secretSealed
          ? { entitlementId, secretSealed, window: { validFrom, validUntil } }
          : null,
      ]),
    );
  }

  private after(book: TouchedAccounts, batch: EntitleBatch): World {
    const changed = new Map(
      [...book.altered(), ...book.created()].map(({ members: _members, isNew: _isNew, ...account }) => [
        account.id,
        { ...account, bound: true },
      ]),
    );
    const accounts = [...this.accounts.filter(({ id }) => !changed.has(id)), ...changed.values()];
    const written = new Set(batch.entitlements.map(({ id }) => id));
    const held = [
      ...this.held.filter(({ id }) => !written.has(id)),
      ...new Map(batch.entitlements.map((each) => [each.id, each])).values(),
    ];
    return new World(
      accounts,
      held,
      new Map([...this.identities, ...batch.subjects.map(({ id, identityId }) => [id, identityId] as const)]),
      this.ids,
    );
  }

  /** What would be written. Sealed anew no password looks as it did; accounts are told by their names. */
  private told(book: TouchedAccounts, { entitlements, dirty, subjects, log }: EntitleBatch): unknown {
    const name = (id: string | null) =>
      id === null ? null : (book.account(id)?.accountKey ?? this.accounts.find((each) => each.id === id)?.accountKey);
    const sealedBefore = new Set(this.held.map(({ secretSealed }) => secretSealed));
    return {
      accounts: [...book.altered(), ...book.created()]
        .map(({ accountKey, connectionId }) => `${accountKey} of ${connectionId}`)
        .sort(),
      entitlements: entitlements.map(({ identityId, secretSealed, spec, ...each }) => ({
        ...each,
        spec: spec.kind === 'user' && spec.generated ? { ...spec, passwordFingerprint: null } : spec,
        account: name(identityId),
        password: secretSealed && (sealedBefore.has(secretSealed) ? 'kept' : 'new'),
      })),
      dirty: [...dirty].map(([id, { priority }]) => `${name(id)} ${priority}`).sort(),
      subjects: subjects.map(({ identityId, disputed, ...each }) => ({
        ...each,
        account: name(identityId),
        isDisputed: disputed !== null,
      })),
      log: log.map(({ status, detail, subjectId }) => ({ status, detail, subjectId })),
    };
  }
}

const user = (username: string, others: Partial<Extract<Grant, { kind: 'user' }>> = {}): Grant => ({
  kind: 'user',
  username,
  accountKey: usernameKey(username),
  password: null,
  groupName: 'Guests',
  groupRank: 0,
  maxDevices: null,
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  onEnd: 'disable',
  deleteAfterSeconds: null,
  onConflict: 'dispute',
  validFrom: null,
  validUntil: null,
  ...others,
});
const run: Cause = { kind: 'run', id: 'run' };
const foreign: Account = {
  id: 'of another',
  targetKey: 'built-in',
  accountKey: 'c',
  connectionId: 'another hotel',
  bound: true,
};

const grants = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        name: fc.constantFrom('a', 'b', 'c', 'a-2'),
        groupName: fc.constantFrom('Guests', 'Staff'),
        onConflict: fc.constantFrom('dispute' as const, 'suffix' as const),
        validUntil: fc.constantFrom(null, '2026-05-13T00:00:00.000Z', '2026-05-20T00:00:00.000Z'),
        firstName: fc.constantFrom(null, 'Alex'),
        password: fc.constantFrom(
          null,
          { kind: 'generate' } as const,
          { kind: 'value', value: 'one' } as const,
          { kind: 'value', value: 'other' } as const,
        ),
      })
      .map(({ name, ...others }) => user(name, others)),
  },
  { weight: 1, arbitrary: fc.constant<Grant>({ kind: 'none', reason: 'left' }) },
  { weight: 1, arbitrary: fc.constant<Grant>({ kind: 'problem', field: 'username', detail: 'would be empty' }) },
  {
    weight: 1,
    arbitrary: fc.constant<Grant>({
      kind: 'voucher',
      groupName: 'Guests',
      count: 1,
      durationSeconds: null,
      maxDevices: null,
      validFrom: null,
      validUntil: null,
    }),
  },
);
const batches = fc.uniqueArray(fc.tuple(fc.constantFrom('s1', 's2', 's3', 's4'), grants), {
  selector: ([id]) => id,
  minLength: 1,
});

test('skipping settled records writes the same as not skipping, whoever shares the account', () => {
  let settled = 0;
  fc.assert(
    fc.property(fc.array(batches, { maxLength: 4 }), batches, fc.boolean(), (history, last, repeats) => {
      let world = new World([foreign]);
      for (const each of history) world = world.play(each, run, false).world;
      const wanted = repeats && history.length > 0 ? [...history[history.length - 1]] : last;
      const alone = world.play(wanted, run, true);
      settled += alone.settled;
      expect(alone.told).toEqual(world.play(wanted, run, false).told);
    }),
    { numRuns: 600 },
  );
  expect(settled).toBeGreaterThan(60);
});

test('a change that access does not concern leaves its subject settled; another name, group or end does not', () => {
  const { world } = new World().play([['s1', user('a')]], run, true);
  const isSettled = (grant: Grant, cause = run) => world.play([['s1', grant]], cause, true).settled === 1;
  expect(isSettled(user('a'))).toBe(true);
  for (const other of [
    user('b'),
    user('a', { groupName: 'Staff' }),
    user('a', { validUntil: '2026-05-20T00:00:00.000Z' }),
    user('a', { firstName: 'Alex' }),
  ])
    expect(isSettled(other)).toBe(false);
});

test('what an operator asks for is looked at anew', () => {
  const { world } = new World().play([['s1', user('a')]], run, true);
  expect(world.play([['s1', user('a')]], { kind: 'operator', id: 'operator' }, true).settled).toBe(0);
});
