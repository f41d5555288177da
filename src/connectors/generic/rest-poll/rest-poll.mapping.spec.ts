import { expect, test } from '@jest/globals';
import { peopleMapping } from '../../../../test/rest-poll/rest-poll-rig.js';
import { ListMapping } from './rest-poll.mapping.js';

const people = new ListMapping({ mapping: peopleMapping, time_zone: 'Europe/Vienna' });
const person = (peopleMapping.sample as { data: readonly object[] }).data[0];
const meaning = async (changes: object) =>
  (await people.changesOf({ records: [{ ...person, ...changes }], body: {} }, AbortSignal.timeout(200_000)))[0];

test.each([
  [{ state: 'notice' }, { status: 'active' }],
  [{ state: 'left' }, { status: 'terminated' }],
  [
    { state: 'hired', start: '1.9.2026' },
    { status: 'prehire', startDate: '2026-09-01' },
  ],
  [{ contract: 'ext' }, { workerType: 'contractor' }],
  [{ contract: 'board' }, { workerType: 'other' }],
  [{ tags: 'vpn' }, { groups: ['vpn'] }],
  [{ end: '31.12.2026' }, { endDate: '2026-12-31' }],
])('%j is %j', async (changes, facts) => {
  const change = await meaning(changes);
  expect(change).toMatchObject({ kind: 'record', mode: 'replace', record: { key: '5012' } });
  if (change.kind === 'record') expect(change.record.facts).toMatchObject(facts);
});

test('a list gives one change for each record, and leaves others their turn', async () => {
  const records = Array.from({ length: 1000 }, (_, id) => ({ ...person, id }));
  let turns = 0;
  const turning = setImmediate(function turn() {
    turns += 1;
    if (turns < 1000) setImmediate(turn);
  });
  const changes = await people.changesOf({ records, body: { data: records } }, AbortSignal.timeout(200_000));
  expect(changes).toHaveLength(1000);
  expect(turns).toBeGreaterThan(2);
  turns = 1000;
  clearImmediate(turning);
  await expect(people.changesOf({ records, body: {} }, AbortSignal.abort())).rejects.toThrow();
});

test('what is pasted is an answer, or is said to be none', () => {
  expect(people.pasted(Buffer.from(JSON.stringify(peopleMapping.sample)))).toMatchObject([
    { kind: 'record', record: { key: '5012' } },
  ]);
  expect(people.pasted(Buffer.from('<html>'))).toMatchObject([
    { kind: 'malformed', problem: { detail: 'the body is not JSON' } },
  ]);
});

test('whoever writes the mapping sees a pasted answer value by value, or why it is none', () => {
  const { data } = peopleMapping.sample as { data: readonly object[] };
  const [trial, ...others] = people.trialsOf(Buffer.from(JSON.stringify({ data: [...data, ...data] })), 1);
  expect(others).toEqual([]);
  expect(trial).toMatchObject({
    change: { kind: 'record', record: { key: '5012' } },
    values: expect.arrayContaining([{ place: 'key', value: '5012', detail: null }]),
  });
  expect(people.trialsOf(Buffer.from('<html>'), 1)).toMatchObject([
    { change: { kind: 'malformed', problem: { detail: 'the body is not JSON' } }, values: [] },
  ]);
});
