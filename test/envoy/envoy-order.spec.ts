import { beforeAll, afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { envoy } from '../../src/connectors/visitor/envoy/envoy.connector.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Connector, ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { applyChange } from '../../src/provisioning/subject/apply-change.js';
import { SubjectSet } from '../../src/provisioning/subject/subject-set.js';
import { open } from '../connector-contract/session.js';
import { envelope, outside, type EnvoyOutside } from './envoy-rig.js';

let world: EnvoyOutside;
let connector: Connector;
beforeAll(async () => {
  world = await outside();
  connector = open(envoy as unknown as ConnectorDefinition, world).connector;
});
afterAll(async () => {
  await world.stop();
});

const inAt = { 'signed-in-at': '2026-11-20 09:20:03' };
const outAt = { ...inAt, 'signed-out-at': '2026-11-20 16:31:07' };
const review = { ...inAt, 'approval-status': { status: 'review' } };
const approved = {
  ...inAt,
  'approval-status': { status: 'approved', 'auto-approved': false, 'reviewed-at': '2026-11-20 09:23:00' },
};
const denied = { ...inAt, 'approval-status': { status: 'denied', 'reviewed-at': '2026-11-20 09:24:40' } };
const again = { 'signed-in-at': '2026-11-20 17:00:00' };

function changesOf(event: string, attributes: object): readonly Change[] {
  return connector.receives!.interpret({
    body: Buffer.from(JSON.stringify(envelope(event, attributes))),
    receivedAt: '2026-11-20T18:00:00.000Z',
    sequence: '1',
  });
}

/** What is known at the end when these messages come in this order. */
function known(messages: readonly (readonly Change[])[]): string {
  const set = new SubjectSet([], () => 'subject');
  for (const [index, changes] of messages.entries()) {
    for (const change of changes)
      applyChange(set, change, {
        sequence: index + 1,
        at: '2026-11-20T18:00:00.000Z',
        cause: { kind: 'event', id: String(index) },
      });
  }
  const visit = set.find('entry/9912041');
  return `${visit?.facts.status} ${visit?.state}`;
}

test.each<[string, [string, object][], string]>([
  ['sign-in', [['entry_sign_in', inAt]], 'active present'],
  [
    'sign-in and sign-out',
    [
      ['entry_sign_in', inAt],
      ['entry_sign_out', outAt],
    ],
    'ended gone',
  ],
  [
    'sign-in and review',
    [
      ['entry_sign_in', inAt],
      ['entry_blacklist_review', review],
    ],
    'held present',
  ],
  [
    'sign-in, review and approval',
    [
      ['entry_sign_in', inAt],
      ['entry_blacklist_review', review],
      ['entry_sign_in', approved],
    ],
    'active present',
  ],
  [
    'sign-in, review and refusal',
    [
      ['entry_sign_in', inAt],
      ['entry_blacklist_review', review],
      ['entry_blacklist_deny', denied],
    ],
    'denied gone',
  ],
  [
    'approval that was taken back',
    [
      ['entry_sign_in', approved],
      ['entry_blacklist_deny', denied],
    ],
    'denied gone',
  ],
  [
    'sign-in, refusal and sign-out',
    [
      ['entry_sign_in', inAt],
      ['entry_blacklist_deny', denied],
      ['entry_sign_out', outAt],
    ],
    'denied gone',
  ],
  [
    'refusal without a time, and an approval',
    [
      ['entry_blacklist_deny', inAt],
      ['entry_sign_in', approved],
    ],
    'denied gone',
  ],
  [
    'sign-in, sign-out, and in again',
    [
      ['entry_sign_in', inAt],
      ['entry_sign_out', outAt],
      ['entry_sign_in', again],
    ],
    'active present',
  ],
  [
    'a day with everything',
    [
      ['entry_sign_in', inAt],
      ['entry_blacklist_review', review],
      ['entry_sign_in', approved],
      ['entry_sign_out', outAt],
    ],
    'ended gone',
  ],
])('%s: the same in every order, and however often each is told', (_, events, expected) => {
  const told = events.map(([event, attributes]) => changesOf(event, attributes));
  expect(known(told)).toBe(expected);
  fc.assert(
    fc.property(fc.shuffledSubarray([...told, ...told], { minLength: told.length * 2 }), (order) => {
      expect(known(order)).toBe(expected);
    }),
    { numRuns: 60 },
  );
});
