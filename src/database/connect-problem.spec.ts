import { expect, test } from '@jest/globals';
import { StartProblem } from '../kernel/start-problem.js';
import { connectProblem } from './connect-problem.js';

const url = 'postgres://desk:hunter2@db.example.com/wifi';
const failed = (code: string, message = 'as PostgreSQL says it') =>
  connectProblem(Object.assign(new Error(message), code ? { code } : {}), url) as Error;

test.each([
  ['ECONNREFUSED', 'no PostgreSQL answers at db.example.com:5432'],
  ['ENOTFOUND', 'there is no host of the name in db.example.com:5432'],
  ['28P01', 'refuses the password of the role desk'],
  ['28000', 'does not let the role desk in (pg_hba.conf): as PostgreSQL says it'],
  ['3D000', 'create database wifi owner desk'],
  ['42501', 'it has to own the database and may create roles'],
  ['53300', 'has no connection left'],
  ['57P03', 'is starting or stopping'],
  ['ETIMEDOUT', 'cannot be reached'],
  ['CERT_HAS_EXPIRED', 'cannot be reached: as PostgreSQL says it'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'by an authority that is not known here (as PostgreSQL says it)'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'sslrootcert='],
])('%s is told in words, without the password', (code, words) => {
  const problem = failed(code);
  expect(problem).toBeInstanceOf(StartProblem);
  expect(problem.message).toContain('DATABASE_URL: ');
  expect(problem.message).toContain(words);
  expect(problem.message).not.toContain('hunter2');
});

test('what the driver gives no code is known by its words; what nobody expected stays as it is', () => {
  expect(failed('', 'timeout exceeded when trying to connect').message).toContain('cannot be reached');
  expect(failed('', 'The server does not support SSL connections').message).toContain('cannot be reached');
  expect(failed('42P01').message).toBe('as PostgreSQL says it');
});
