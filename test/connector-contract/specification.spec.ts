import { expect, test } from '@jest/globals';
import { VendorSpecification } from './specification.js';

/** Okta's own words, against what somebody could believe of it. */
const okta = new VendorSpecification({
  document: new URL('../../src/connectors/hr/okta/openapi.json', import.meta.url),
  besides: ['/oauth2/v1/token'],
});

function faults(path: string, answer: unknown): string[] {
  return okta.faults(
    { method: 'GET', url: `https://acme.okta.com${path}` },
    { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) },
  );
}

const user = { id: '00u1a2b3', status: 'ACTIVE', profile: { firstName: 'Jana', email: 'jana@acme.example' } };

test('an exchange as Okta describes it has no fault', () => {
  expect(faults('/api/v1/users?limit=200&after=100u65xtp32NovHoPx1d7', [user])).toEqual([]);
  expect(faults('/api/v1/users/00u1a2b3', { ...user, statusChanged: null })).toEqual([]);
});

test('a path that it does not have is a fault, but for those that stand besides it', () => {
  expect(faults('/api/v1/people', [])).toEqual(['GET /api/v1/people is not in it']);
  expect(faults('/oauth2/v1/token', {})).toEqual([]);
});

test('a parameter that it does not know, or of another type', () => {
  expect(faults('/api/v1/users?limit=many&page=2', [])).toEqual([
    'GET /api/v1/users request ?page is unknown',
    'GET /api/v1/users request ?limit type',
  ]);
});

test('an answer of another type or with other words, and members that nobody has heard of', () => {
  const odd = {
    ...user,
    status: 'HERE',
    created: 'yesterday',
    nickname: 'Jani',
    profile: { ...user.profile, email: 7 },
  };
  expect(faults('/api/v1/users', [odd, odd])).toEqual([
    'GET /api/v1/users answer /*/created format',
    'GET /api/v1/users answer /*/profile/email type',
    'GET /api/v1/users answer /*/status enum',
    'GET /api/v1/users answer /*/nickname is unknown',
  ]);
});
