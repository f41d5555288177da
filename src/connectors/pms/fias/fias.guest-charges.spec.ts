import { expect, test } from '@jest/globals';
import { ManualClock } from '../../../../test/kernel/manual-clock.js';
import type { ChargeAnswer } from '../../../provisioning/connector/charges.js';
import { GuestCharges, guestsOf, inquiryRecord } from './fias.guest-charges.js';
import { type FiasRecord, parseRecord } from './fias.record.js';

const charge = { number: 1203, room: '518', reservation: '48211', amount: 1290, currency: 'EUR', item: 'WLAN' };
const now = [
  ['DA', '260515'],
  ['TI', '220010'],
] as const;
const record = (text: string) => parseRecord(text) as FiasRecord;
const list = 'PL|RN518|G#48210|GNHuber|NPY|RN518|G#48211|GNNováková|NPN|P#90001204|WSUSHER|';

function talk() {
  const clock = new ManualClock('2026-05-15T20:00:10.000Z');
  const [sent, answers]: [string[], [number, ChargeAnswer][]] = [[], []];
  const charges = new GuestCharges({}, clock, {
    now: () => now,
    send: (text) => sent.push(text) > 0,
    answered: (number, answer) => answers.push([number, answer]),
  });
  charges.begin(charge);
  return { clock, sent, answers, charges };
}

const refused = (reason: string, code: string) => [[1203, { status: 'refused', reason, code }]];

test('an inquiry names the room, and neither guest nor amount', () => {
  expect(inquiryRecord(charge, { sales_outlet: '4' }, now)).toBe(
    'PR|PI518|PMROOM|SO4|WSUSHER|MX9|P#90001204|DA260515|TI220010|',
  );
});

test('of the guests in the answer the one of the stay is charged, under the number of the charge', () => {
  const { charges, sent, answers } = talk();
  charges.heard(record(list));
  expect(sent.slice(1)).toEqual(['PR|RN518|G#48211|TA1290|S11290|C#1203|PMROOM|WSUSHER|P#1203|DA260515|TI220010|']);
  charges.heard(record(list));
  expect([sent.length, answers]).toEqual([2, []]);
});

test.each([
  ['a guest who may not charge', list.replace('NPN', 'NPY'), refused('not_allowed', 'NP')],
  ['others alone', list.replace('48211', '48212'), refused('unknown_room', 'PL')],
  ['nobody', 'PA|RN518|ASNG|P#90001204|', refused('unknown_room', 'NG')],
  ['the night audit', 'PA|RN518|ASNA|P#90001204|', refused('not_now', 'NA')],
  ['an acceptance of nothing', 'PA|RN518|ASOK|P#90001204|', refused('refused', 'OK')],
])('an inquiry answered by %s charges nobody', (_, text, expected) => {
  const { charges, sent, answers } = talk();
  charges.heard(record(text));
  expect([sent.length, answers]).toEqual([1, expected]);
});

test('an answer to another inquiry is none', () => {
  const { charges, sent, answers } = talk();
  charges.heard(record(list.replace('90001204', '90001203')));
  expect([sent.length, answers]).toEqual([1, []]);
});

test('after 20 s without an answer nothing is charged, and an answer that comes then changes nothing', async () => {
  const { clock, charges, sent, answers } = talk();
  await clock.advance(20);
  expect(answers).toEqual(refused('unreachable', ''));
  charges.heard(record(list));
  expect([sent.length, answers.length]).toEqual([1, 1]);
});

test('guests of a list are told apart by their room, whatever stands before the first', () => {
  expect(guestsOf(record('PL|P#7|RN518|G#0|GNDebitor|RN518|G#48211|NPY|'))).toEqual([
    { room: '518', reservation: '0', isBarred: false },
    { room: '518', reservation: '48211', isBarred: true },
  ]);
});
