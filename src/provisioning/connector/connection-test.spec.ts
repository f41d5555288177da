import { expect, test } from '@jest/globals';
import { ConnectionTest } from './connection-test.js';
import { ConnectorProblem, type ConnectorProblemCode } from './connector-problem.js';

const rights = ['people', 'doors', 'times'].map((name) => ({
  name,
  tried: `GET /${name}`,
  remedy: `Let the key read ${name}`,
}));
const refusal = (code: ConnectorProblemCode, status?: number) => () =>
  Promise.reject(new ConnectorProblem(code, `${status ?? code}`, { status }));
const well = () => Promise.resolve(7);

const tested = (...answers: readonly (() => Promise<number>)[]) => testedAt({}, answers);

async function testedAt(terms: { readonly refusesAlike?: boolean }, answers: readonly (() => Promise<number>)[]) {
  const connection = new ConnectionTest({
    address: 'https://vendor.example',
    rights,
    credentialsRemedy: 'Make a new key',
    ...terms,
  });
  for (const [at, answer] of answers.entries())
    await connection.right(rights[at].name, answer, (count) => `${count} of them`);
  return connection.checks;
}
const short = (checks: Awaited<ReturnType<typeof tested>>) =>
  checks.map(({ name, ok, remedy }) => `${ok ? 'ok' : 'not'} ${name}${remedy ? `: ${remedy}` : ''}`);

test('each right is tried, whatever became of the one before', async () => {
  expect(short(await tested(well, refusal('credentials_refused', 403), well))).toEqual([
    'ok reachable',
    'ok credentials',
    'ok people',
    'not doors: Let the key read doors',
    'ok times',
  ]);
});

test('a vendor that knows us and refuses the very first request lacks a right, not the credentials', async () => {
  expect(short(await tested(refusal('credentials_refused', 403), well))).toEqual([
    'ok reachable',
    'ok credentials',
    'not people: Let the key read people',
    'ok doors',
  ]);
});

test('who refuses us, or is not there, is asked nothing else', async () => {
  expect(short(await tested(refusal('credentials_refused', 401), well))).toEqual([
    'ok reachable',
    'not credentials: Make a new key',
  ]);
  expect(short(await tested(refusal('unreachable'), well)).map((line) => line.split(':')[0])).toEqual([
    'not reachable',
  ]);
  expect(short(await tested(refusal('settings_invalid'), well)).map((line) => line.split(':')[0])).toEqual([
    'not settings',
  ]);
});

test('some vendors say 401 to a request that they do not permit: once they answered, it is the right', async () => {
  expect(short(await tested(well, refusal('credentials_refused', 401), well))).toEqual([
    'ok reachable',
    'ok credentials',
    'ok people',
    'not doors: Let the key read doors',
    'ok times',
  ]);
});

test('where a missing right looks like wrong credentials, the next answer tells which it was', async () => {
  const unauthorized = refusal('credentials_refused', 401);
  const alike = async (...answers: readonly (() => Promise<number>)[]) =>
    short(await testedAt({ refusesAlike: true }, answers));
  expect(await alike(unauthorized, well, well)).toEqual([
    'ok reachable',
    'ok credentials',
    'not people: Let the key read people',
    'ok doors',
    'ok times',
  ]);
  expect(await alike(unauthorized, unauthorized, well)).toEqual(['ok reachable', 'not credentials: Make a new key']);
  expect(await alike(unauthorized, refusal('unreachable'))).toEqual([
    'ok reachable',
    'not credentials: Make a new key',
  ]);
});

test('what broke in between is no missing right', async () => {
  expect(short(await tested(well, refusal('upstream_broken'), well))).toEqual([
    'ok reachable',
    'ok credentials',
    'ok people',
    expect.stringMatching(/^not doors: Test again/),
    'ok times',
  ]);
  expect(short(await tested(well, refusal('rate_limited'), well))).toHaveLength(4);
});

test('says what was tried, and what was found', async () => {
  expect((await tested(well)).at(-1)).toEqual({ name: 'people', ok: true, tried: 'GET /people', detail: '7 of them' });
});
