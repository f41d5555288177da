import { expect, test } from '@jest/globals';
import { AccessPresets } from '../../access/access-presets.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { Visit } from '../../facts/facts.js';
import { answerVerdict, type AwaitedAnswer } from './answer-verdict.js';

const access = AccessPresets.load().resolve({ preset: 'visitor' });
const connection = {
  id: '0190a0e0-0000-7000-8000-00000000000c',
  settings: {},
  access,
  status: 'active',
  pause: null,
  quarantine: null,
  closing: null,
} as unknown as StoredConnection;
const facts: Visit = {
  kind: 'visit',
  status: 'active',
  firstName: 'Grace',
  lastName: 'Hopper',
  signInAt: '2026-05-14T12:55:00.000Z',
  expectedDepartureAt: '2026-05-14T16:00:00.000Z',
};
const now = '2026-05-14T13:00:00.000Z';
const made: AwaitedAnswer = {
  eventId: 'e',
  connectionId: connection.id,
  sourceKey: 'entry/1',
  isUnderstood: true,
  looks: 0,
  createdAt: '2026-05-14T12:59:58.000Z',
  isTold: false,
  subjectId: 's',
  identityId: 'i',
  facts,
  observedAt: now,
  isInvalid: false,
  isDisputed: false,
  isDue: false,
  problem: null,
  entitlementId: 'v',
  spec: { kind: 'voucher', groupName: 'Visitors', count: 1, durationSeconds: null, maxDevices: 1 },
  secretSealed: null,
  validFrom: null,
  validUntil: null,
  isOver: false,
  names: ['4711-0815'],
};
const say = (changes: Partial<AwaitedAnswer>, of: Partial<StoredConnection> = {}) => {
  const verdict = answerVerdict({ ...made, ...changes }, { ...connection, ...of }, now);
  return 'reason' in verdict ? `${verdict.kind}: ${verdict.reason}` : verdict.kind;
};

test('what was made is told, once', () => {
  expect([say({}), say({ isTold: true })]).toEqual(['ready', 'told']);
});

test('what is on its way is waited for, but not for ever', () => {
  const underWay = { isDue: true, names: [] };
  expect(say(underWay)).toBe('wait');
  expect(say({ ...underWay, problem: { code: 'retry', detail: 'slow' } })).toBe('wait');
  expect(say({ ...underWay, problem: { code: 'unknown', detail: 'lost' } })).toBe('wait');
  expect(say({ ...underWay, createdAt: '2026-05-13T12:00:00.000Z' })).toBe(
    'failed: Wi-Fi access could not be made within a day',
  );
});

test('nothing to give: by status, by conditions, as it is over, or about nobody', () => {
  expect(say({ facts: { ...facts, status: 'held' } })).toBe('none: No Wi-Fi access: status held');
  expect(say({}, { access: { ...access, when: [{ field: 'visit_type', op: 'eq', value: 'Meeting' }] } })).toMatch(
    /^none: No Wi-Fi access: the conditions/,
  );
  expect(say({}, { access: { ...access, grant: 'none' } })).toMatch(/^none: /);
  expect(say({ isOver: true })).toBe('none: The time of access is over');
  expect(say({ facts: null })).toBe('none: No Wi-Fi access comes of this message');
});

test('what could not be made says why, with nothing of a person in it', () => {
  const unmade = { isDue: false, names: [] };
  expect(say({ isUnderstood: false })).toBe('failed: The message could not be understood');
  expect(say({ isDisputed: true })).toContain("somebody else's");
  expect(say({ isInvalid: true })).toMatch(/^failed: .*cannot be understood/);
  expect(say({ ...unmade, problem: { code: 'refused', detail: 'v-hopper is not a name' } })).toBe(
    'failed: Wi-Fi access could not be made: the Wi-Fi console refused it',
  );
  expect(say({ ...unmade, problem: { code: 'dead', detail: '' } })).toContain('could not be brought to it');
  expect(say({}, { access: { ...access, grant: 'user', username: '{{ room }}' } })).toMatch(
    /^failed: Wi-Fi access could not be made: /,
  );
});

test('where nothing is written, that is said at once', () => {
  const underWay = { isDue: true, names: [] };
  expect(
    say(underWay, {
      status: 'quarantined',
      quarantine: { sinceAt: now, code: 'console_refused', detail: '', probes: 0, nextProbeAt: now },
    }),
  ).toContain('the Wi-Fi console refuses its key');
  expect(say(underWay, { pause: 'grants' })).toContain('the connection is paused');
  expect(say(underWay, { status: 'disabled' })).toContain('switched off');
  expect(
    say(underWay, {
      status: 'quarantined',
      quarantine: { sinceAt: now, code: 'credentials_refused', detail: '', probes: 0, nextProbeAt: now },
    }),
  ).toBe('wait');
});
