import { describe, expect, test } from '@jest/globals';
import type { Change, SourceRecord } from '../../../provisioning/connector/change.js';
import type { Stay } from '../../../provisioning/facts/facts.js';
import { changesOfMews, type MewsReservationRead } from './mews.mapping.js';
import type { MewsCustomer, MewsReservation } from './mews.wire.js';

const reservation: MewsReservation = {
  Id: 'r1',
  ServiceId: 's1',
  AccountId: 'c1',
  AccountType: 'Customer',
  Number: '20931',
  State: 'Started',
  UpdatedUtc: '2026-05-14T13:12:05Z',
  AssignedResourceId: 'room412',
  ScheduledStartUtc: '2026-05-14T13:00:00Z',
  ActualStartUtc: '2026-05-14T13:12:05Z',
  ScheduledEndUtc: '2026-05-17T09:00:00Z',
  ActualEndUtc: null,
};
const jana: MewsCustomer = { Id: 'c1', FirstName: 'Jana', LastName: 'Nováková', LanguageCode: 'cs-CZ' };

interface Read {
  readonly reservation?: Partial<MewsReservation>;
  readonly companionIds?: readonly string[];
  readonly customers?: readonly MewsCustomer[];
  readonly readAt?: string;
}

function changes({
  reservation: changed,
  companionIds = [],
  customers = [jana],
  readAt = '2026-05-14T13:15:00.000Z',
}: Read): readonly Change[] {
  return changesOfMews({
    reservation: { ...reservation, ...changed },
    companionIds,
    customers: new Map(customers.map((each) => [each.Id, each])),
    resources: new Map([['room412', { Id: 'room412', Name: '412' }]]),
    house: { timeZone: 'Europe/Vienna', categoryNames: new Map() },
    readAt,
    expectedUntil: '2026-05-21T13:15:00.000Z',
  } satisfies MewsReservationRead);
}

function group(read: Read): Extract<Change, { kind: 'group' }> {
  const [change, ...more] = changes(read);
  if (change.kind !== 'group' || more.length > 0) throw new Error(`Not one group: ${JSON.stringify(changes(read))}`);
  return change;
}

function stayOf(read: Read): Stay {
  return (group(read).records[0] as SourceRecord<Stay>).facts;
}

describe('presence comes from the state', () => {
  test.each<[string, Partial<MewsReservation>, Stay['status'] | null]>([
    ['a confirmed guest is expected', { State: 'Confirmed' }, 'expected'],
    ['a started guest is in house', { State: 'Started' }, 'in_house'],
    ['an overdue guest is still in house', { State: 'Started', ScheduledEndUtc: '2026-05-12T09:00:00Z' }, 'in_house'],
    ['a processed guest has checked out', { State: 'Processed', ActualEndUtc: '2026-05-14T13:14:00Z' }, 'checked_out'],
    ['a cancelled guest is cancelled', { State: 'Canceled', CancellationReason: 'Other' }, 'cancelled'],
    ['a no-show is a cancellation with that reason', { State: 'Canceled', CancellationReason: 'NoShow' }, 'no_show'],
    ['an option is no stay', { State: 'Optional' }, null],
    ['a request is no stay', { State: 'Requested' }, null],
    ['an inquiry is no stay', { State: 'Inquired' }, null],
    [
      'who arrives on the last expected day is expected',
      { State: 'Confirmed', ScheduledStartUtc: '2026-05-21T13:15:00Z', ScheduledEndUtc: '2026-05-22T09:00:00Z' },
      'expected',
    ],
    [
      'who arrives later is not looked at yet',
      { State: 'Confirmed', ScheduledStartUtc: '2026-05-21T13:15:01Z', ScheduledEndUtc: '2026-05-22T09:00:00Z' },
      null,
    ],
    [
      'who arrives late is expected until the stay is over',
      { State: 'Confirmed', ScheduledStartUtc: '2026-05-12T13:00:00Z' },
      'expected',
    ],
    [
      'a confirmed stay that is over is none any more',
      { State: 'Confirmed', ScheduledStartUtc: '2026-05-12T13:00:00Z', ScheduledEndUtc: '2026-05-14T13:14:59Z' },
      null,
    ],
  ])('%s', (_, changed, status) => {
    expect(group({ reservation: changed }).records.map(({ facts }) => facts.status)).toEqual(
      status === null ? [] : [status],
    );
  });
});

describe('guests of a reservation', () => {
  const sean: MewsCustomer = { Id: 'c2', LastName: "O'Brien" };
  const keys = (read: Read) => group(read).records.map(({ key }) => key);

  test('are the owner and the companions, in order, each with a key and a role of their own', () => {
    const { records } = group({ companionIds: ['c2'], customers: [jana, sean] });
    expect(
      records.map(({ key, parentKey, guestKey, facts }) => [key, parentKey, guestKey, (facts as Stay).role]),
    ).toEqual([
      ['r1/c1', 'r1', 'c1', 'primary'],
      ['r1/c2', 'r1', 'c2', 'accompanying'],
    ]);
  });

  test('nobody counts twice who is owner and companion', () => {
    expect(keys({ companionIds: ['c1', 'c2', 'c2'], customers: [jana, sean] })).toEqual(['r1/c1', 'r1/c2']);
  });

  test('a company does not sleep: its companions do, the first of them as the main guest', () => {
    const read: Read = {
      reservation: { AccountType: 'Company', AccountId: 'company' },
      companionIds: ['c2', 'c1'],
      customers: [jana, sean],
    };
    expect(keys(read)).toEqual(['r1/c2', 'r1/c1']);
    expect(stayOf(read).role).toBe('primary');
  });

  test('a company without companions has nobody in the house', () => {
    expect(keys({ reservation: { AccountType: 'Company', AccountId: 'company' }, customers: [] })).toEqual([]);
  });

  test('a paymaster account is no person', () => {
    expect(
      keys({ companionIds: ['c2'], customers: [{ ...jana, Classifications: ['PaymasterAccount'] }, sean] }),
    ).toEqual(['r1/c2']);
  });

  test('a merged profile keeps its key and takes the surviving name, also over two merges', () => {
    const merged = [
      { ...jana, MergeTargetId: 'c8' },
      { Id: 'c8', LastName: 'Between', MergeTargetId: 'c9' },
      { Id: 'c9', LastName: 'Novak' },
    ];
    expect(group({ customers: merged }).records[0]).toMatchObject({
      key: 'r1/c1',
      guestKey: 'c9',
      facts: { lastName: 'Novak' },
    });
  });

  test('profiles merged in a circle, or into one that cannot be read, keep their own name', () => {
    expect(
      stayOf({
        customers: [
          { ...jana, MergeTargetId: 'c8' },
          { Id: 'c8', LastName: 'Circle', MergeTargetId: 'c1' },
        ],
      }).lastName,
    ).toBe('Circle');
    expect(stayOf({ customers: [{ ...jana, MergeTargetId: 'c8' }] }).lastName).toBe('Nováková');
  });
});

describe('versions', () => {
  const version = (read: Read) => group(read).version!;

  test('a later change is newer whenever it was read', () => {
    expect(
      version({ reservation: { UpdatedUtc: '2026-05-14T13:12:06Z' }, readAt: '2026-05-14T13:13:00.000Z' }) >
        version({ readAt: '2026-05-14T13:20:00.000Z' }),
    ).toBe(true);
  });

  test('a companion or a name changes no stamp: then the later reading is newer', () => {
    expect(version({ readAt: '2026-05-14T13:15:00.001Z' }) > version({ readAt: '2026-05-14T13:15:00.000Z' })).toBe(
      true,
    );
  });

  test('a companion who leaves does not make the reservation older', () => {
    const recent: MewsCustomer = { Id: 'c2', LastName: 'Recent' };
    expect(
      version({ readAt: '2026-05-14T13:16:00.000Z' }) > version({ companionIds: ['c2'], customers: [jana, recent] }),
    ).toBe(true);
  });
});

describe('facts', () => {
  test.each<[string, Partial<MewsCustomer>, Partial<Stay>]>([
    [
      'the preferred language comes first',
      { PreferredLanguageCode: 'en-GB', LanguageCode: 'cs-CZ' },
      { language: 'en' },
    ],
    ['a language that is none is left out', { LanguageCode: 'klingon' }, { language: undefined }],
    [
      'a second surname may be typed too',
      { LastName: 'García', SecondLastName: 'López' },
      { lastName: 'García', otherLastNames: ['López'] },
    ],
    ['an empty name is absent', { FirstName: ' ', LastName: '' }, { firstName: undefined, lastName: undefined }],
    ['bytes that cannot be stored are dropped', { LastName: 'Nov\u0000ák\uD800' }, { lastName: 'Novák' }],
    ['an address of a booking site is not kept', { Email: 'x@relay.example', HasOtaEmail: true }, { email: undefined }],
    ['an address of their own is', { Email: 'jana@example.com', HasOtaEmail: false }, { email: 'jana@example.com' }],
    [
      'the highest mark counts',
      { Classifications: ['Important', 'Returning', 'VeryImportant'] },
      { vip: 'very_important' },
    ],
    ['top management is a mark', { Classifications: ['TopManagement'] }, { vip: 'top_management' }],
    [
      'other classifications stay behind',
      { Classifications: ['Problematic', 'DisabledPerson'] },
      { vip: undefined, noPost: undefined },
    ],
    ['cash only means nothing is posted to the room', { Classifications: ['Cashlist'] }, { noPost: true }],
    ['a title is a form of address', { Title: 'Mister' }, { title: 'Mr' }],
  ])('%s', (_, customer, expected) => {
    expect(stayOf({ customers: [{ ...jana, ...customer }] })).toMatchObject(expected);
  });

  test('nothing private is kept of a profile', () => {
    const talkative = {
      ...jana,
      BirthDate: 'private',
      NationalityCode: 'private',
      Notes: 'private',
      DietaryRequirements: 'private',
      CarRegistrationNumber: 'private',
      Passport: { Number: 'private' },
      Phone: 'private',
      LoyaltyCode: 'private',
    };
    expect(JSON.stringify(changes({ customers: [talkative] }))).not.toContain('private');
  });

  test('the block of a reservation names its group, else the booking it came with', () => {
    expect(stayOf({ reservation: { AvailabilityBlockId: 'block', GroupId: 'group' } }).groupCode).toBe('block');
    expect(stayOf({ reservation: { AvailabilityBlockId: null, GroupId: 'group' } }).groupCode).toBe('group');
  });

  test('without a site of its own, the one of the connection stands in', () => {
    expect(stayOf({}).site).toBeUndefined();
  });

  test('a room that cannot be read is absent, not wrong', () => {
    expect(stayOf({ reservation: { AssignedResourceId: 'elsewhere' } }).room).toBeUndefined();
  });
});

describe('what cannot be understood', () => {
  test.each<[string, Partial<MewsReservation>]>([
    ['an unknown state', { State: 'Ascended' }],
    ['a departure that is no time', { ScheduledEndUtc: 'tomorrow' }],
    ['a missing stamp', { UpdatedUtc: undefined }],
  ])('%s is reported, for the reservation and for each of its guests', (_, changed) => {
    expect(
      changes({ reservation: changed, companionIds: ['c2'] }).map((change) =>
        change.kind === 'malformed' ? change.problem.key : change.kind,
      ),
    ).toEqual(['r1', 'r1/c1', 'r1/c2']);
  });

  test('a reservation without an id is reported all the same', () => {
    expect(changes({ reservation: { Id: undefined, AccountType: 'Company' } })).toEqual([
      { kind: 'malformed', problem: { code: 'record_malformed', detail: 'Id is missing' } },
    ]);
  });

  test('a guest whose profile cannot be read is reported, the others are told, and nobody is ended', () => {
    const [record, malformed, ...more] = changes({ companionIds: ['c2'] });
    expect(record).toMatchObject({
      kind: 'record',
      mode: 'replace',
      record: { key: 'r1/c1', parentKey: 'r1', facts: { status: 'in_house' } },
    });
    expect(malformed).toMatchObject({ kind: 'malformed', problem: { key: 'r1/c2' } });
    expect(more).toEqual([]);
  });

  test('where no profile can be read, the reservation is named, so that nobody takes it for gone', () => {
    expect(
      changes({ customers: [] }).map((change) => (change.kind === 'malformed' ? change.problem.key : change.kind)),
    ).toEqual(['r1', 'r1/c1']);
  });

  test('a check-out needs no profile', () => {
    const { records } = group({ reservation: { State: 'Processed' }, companionIds: ['c2'] });
    expect(records.map(({ key, facts }) => [key, facts.status])).toEqual([
      ['r1/c1', 'checked_out'],
      ['r1/c2', 'checked_out'],
    ]);
  });
});
