import { describe, expect, test } from '@jest/globals';
import { hook, notice, person } from '../../../../test/entra/entra-rig.js';
import { personChange, changesOfDelta } from './entra.mapping.js';
import type { EntraSettings } from './entra.settings.js';
import { EntraWebhooks } from './entra.webhooks.js';
import type { EntraUser } from './entra.wire.js';

const settings = { time_zone: 'Europe/Prague', include_guests: false, leave_dates: true };
const user = { id: person, accountEnabled: true, userPrincipalName: 'Jana.Novak@acme.example', userType: 'Member' };

function facts(properties: Partial<EntraUser>, changes: Partial<EntraSettings> = {}, groups?: readonly string[]) {
  const change = personChange({ ...user, ...properties }, groups, { ...settings, ...changes });
  return change.kind === 'record' ? change.record.facts : change;
}

test.each([
  [{}, { status: 'active', email: 'jana.novak@acme.example', userName: 'Jana.Novak@acme.example' }],
  [{ accountEnabled: false }, { status: 'suspended' }],
  [{ accountEnabled: null }, { status: 'unknown' }],
  [{ mail: 'J.Novak@Acme.example' }, { email: 'j.novak@acme.example' }],
  [{ userType: null }, { status: 'active' }],
  [{ employeeType: 'External consultant' }, { workerType: 'contractor' }],
  [{ employeeType: 'Werkstudent' }, { workerType: 'intern' }],
  [{ employeeType: 'Employee' }, { workerType: 'employee' }],
  [{ officeLocation: 'Prague 4' }, { site: 'Prague 4' }],
  [{ preferredLanguage: 'cs-CZ' }, { language: 'cs' }],
  // A day without a time is midnight of UTC; other instants are in the zone.
  [{ employeeHireDate: '2026-03-16T00:00:00Z' }, { startDate: '2026-03-16' }],
  [{ employeeHireDate: '2026-03-15T23:00:00Z' }, { startDate: '2026-03-16' }],
  [{ employeeLeaveDateTime: '2026-05-31T22:30:00Z' }, { endDate: '2026-06-01' }],
  [{ employeeLeaveDateTime: 'soon' }, { status: 'active' }],
] as const)('%j means %j', (properties, expected) => {
  expect(facts(properties)).toMatchObject(expected);
});

test('a leave date counts only where it is wanted', () => {
  expect(facts({ employeeLeaveDateTime: '2026-05-31T00:00:00Z' }, { leave_dates: false })).not.toHaveProperty(
    'endDate',
    '2026-05-31',
  );
});

test('the name of a guest is no address, and guests count only where they are wanted', () => {
  const guest = { userType: 'Guest', userPrincipalName: 'eva_partner.example#EXT#@acme.example' };
  expect(facts(guest)).toMatchObject({ kind: 'ignored' });
  const wanted = facts(guest, { include_guests: true });
  expect(wanted).toMatchObject({ status: 'active', workerType: 'contractor', userName: guest.userPrincipalName });
  expect((wanted as { email?: string }).email).toBeUndefined();
});

test('groups are named; none is absent', () => {
  expect(facts({}, {}, ['WiFi-Staff'])).toMatchObject({ groups: ['WiFi-Staff'] });
  expect((facts({}, {}, []) as { groups?: unknown }).groups).toBeUndefined();
});

describe('a round of changes', () => {
  test('says all of a person but the groups, and what was taken away', () => {
    const [record, patch] = changesOfDelta({ ...user, department: null, jobTitle: 'Clerk' }, settings);
    expect(record).toMatchObject({ kind: 'record', mode: 'merge', record: { facts: { jobTitle: 'Clerk' } } });
    expect(patch).toMatchObject({ kind: 'patch', key: person, facts: { department: null, endDate: null, site: null } });
    expect(patch).not.toHaveProperty('facts.groups');
    expect(patch).not.toHaveProperty('facts.jobTitle');
  });

  test.each(['changed', 'deleted'])('who was removed (%s) has left, whatever day was planned', (reason) => {
    expect(changesOfDelta({ id: person, '@removed': { reason } }, settings)).toEqual([
      { kind: 'patch', key: person, facts: { status: 'terminated', endDate: null } },
    ]);
  });

  test('a member who became a guest has left', () => {
    expect(changesOfDelta({ ...user, userType: 'Guest' }, settings)).toMatchObject([
      { facts: { status: 'terminated' } },
    ]);
  });

  test('less than a person is read', () => {
    expect(changesOfDelta({ id: person, department: 'IT' }, settings)).toEqual([
      { kind: 'hint', of: 'record', key: person },
    ]);
  });
});

describe('notifications', () => {
  const webhooks = new EntraWebhooks({ notification_secret: 'client-state-0123456789abcdef' });
  const accepted = (...value: readonly object[]) => webhooks.verify(hook(...value));

  test('the secret that proves them is not stored', async () => {
    const { stored } = await accepted(notice());
    expect(stored!.toString()).not.toContain('client-state');
    expect(webhooks.interpret({ body: stored!, receivedAt: '2026-05-14T13:00:00.000Z', sequence: '1' })).toEqual([
      { kind: 'hint', of: 'record', key: person },
    ]);
  });

  test.each([
    ['reauthorizationRequired', ['renewal']],
    ['subscriptionRemoved', ['renewal', 'poll']],
    ['missed', ['poll']],
  ])('%s asks for %j', async (lifecycleEvent, asks) => {
    expect(await accepted(notice({ resourceData: undefined, lifecycleEvent }))).toMatchObject({ asks });
  });

  test('a group asks for a round of changes, a person for nothing', async () => {
    const resourceData = { '@odata.type': '#Microsoft.Graph.Group', id: person };
    expect(await accepted(notice({ resourceData }))).toMatchObject({ asks: ['poll'] });
    expect((await accepted(notice())).asks).toBeUndefined();
  });

  test('without a secret nothing is accepted', async () => {
    await expect(new EntraWebhooks({}).verify(hook(notice({ clientState: '' })))).rejects.toMatchObject({
      code: 'signature_invalid',
    });
  });

  test('the validation token comes back as it is, decoded, as plain text', () => {
    const asked = {
      ...hook(),
      path: '?validationToken=Validation%3A%20Testing%20client%3A%201',
      body: Buffer.alloc(0),
    };
    expect(webhooks.handshake(asked)).toEqual({
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'Validation: Testing client: 1',
    });
    expect(webhooks.handshake(hook(notice()))).toBeUndefined();
  });
});
