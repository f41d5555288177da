import { expect, test } from '@jest/globals';
import { open } from '../../../../test/connector-contract/session.js';
import { aboutUser, message, outside, staffGroup } from '../../../../test/google-workspace/google-workspace-rig.js';
import type { ConnectorDefinition, SnapshotPage } from '../../../provisioning/connector/connector.js';
import { googleWorkspace } from './google-workspace.connector.js';
import { workspaceUserChange } from './google-workspace.mapping.js';
import { WorkspaceWebhooks } from './google-workspace.webhooks.js';
import type { WorkspaceUser } from './google-workspace.wire.js';

const settings = { time_zone: 'Europe/Prague', excluded_org_units: ['/Service accounts/'], include_guests: false };
const signal = AbortSignal.timeout(10_000);

async function all(pages: AsyncIterable<SnapshotPage>): Promise<SnapshotPage[]> {
  const read: SnapshotPage[] = [];
  for await (const page of pages) read.push(page);
  return read;
}

function facts(user: WorkspaceUser, groups: readonly string[] = []) {
  const change = workspaceUserChange({ id: '417', primaryEmail: 'Jana@acme.example', ...user }, groups, settings);
  return change.kind === 'record' ? change.record.facts : change;
}

test.each([
  [{}, { status: 'active', email: 'jana@acme.example', userName: 'jana@acme.example', timeZone: 'Europe/Prague' }],
  [{ suspended: true }, { status: 'suspended' }],
  [{ archived: true }, { status: 'suspended' }],
  [{ orgUnitPath: '/Finance' }, { department: '/Finance' }],
  [{ organizations: [{ department: 'IT' }, { department: 'HR', primary: true }] }, { department: 'HR' }],
  [
    {
      phones: [
        { type: 'home', value: '1' },
        { type: 'mobile', value: '+420 601' },
      ],
    },
    { phone: '+420 601' },
  ],
  [{ externalIds: [{ type: 'organization', value: '100417' }] }, { employeeNumber: '100417' }],
  [
    {
      languages: [
        { languageCode: 'en', preference: 'not_preferred' },
        { languageCode: 'cs', preference: 'preferred' },
      ],
    },
    { language: 'cs' },
  ],
  [{ orgUnitPath: '/Service accounts' }, { kind: 'ignored' }],
  [{ orgUnitPath: '/service Accounts/Printers' }, { kind: 'ignored' }],
  [{ orgUnitPath: '/Service accounts of others' }, { status: 'active' }],
  [{ guestAccountInfo: { primaryGuestEmail: 'ada@other.example' } }, { kind: 'ignored' }],
  [{ organizations: [null], phones: 'none' } as unknown as WorkspaceUser, { status: 'active' }],
] as const)('%j means %j', (user, expected) => {
  expect(facts(user as WorkspaceUser)).toMatchObject(expected);
});

test('a guest counts as a contractor where guests count', () => {
  const guest = { id: '417', guestAccountInfo: { primaryGuestEmail: 'ada@other.example' } };
  expect(workspaceUserChange(guest, [], { ...settings, include_guests: true })).toMatchObject({
    record: { facts: { status: 'active', workerType: 'contractor' } },
  });
});

test('what is quota and what is a missing right, both 403, is told apart', async () => {
  const world = await outside();
  const { connector } = open(googleWorkspace as unknown as ConnectorDefinition, world);
  const read = () => connector.reads!.read([{ of: 'record', key: '1' }], signal);
  Object.assign(world.simulator.faults, { status: 403, reason: 'quotaExceeded' });
  await expect(read()).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAt: '2026-05-14T13:01:00.000Z' },
  });
  world.simulator.faults.reason = 'forbidden';
  await expect(read()).rejects.toMatchObject({ code: 'credentials_refused' });
  await world.stop();
});

test('an old page begins the list anew; a group of everybody has everybody; who was deleted has left', async () => {
  const world = await outside();
  const { directory, faults } = world.simulator;
  world.simulator.largestPage = 2;
  directory.join(staffGroup, '*');
  const ids = Array.from({ length: 3 }, () => directory.hire());
  const gone = directory.hire();
  directory.remove(gone);
  const { connector } = open(googleWorkspace as unknown as ConnectorDefinition, world);
  const pages = await all(connector.snapshots!.all(null, signal));
  const changes = pages.flatMap((page) => page.changes);
  expect(changes.slice(0, 3)).toMatchObject(
    ids.map((key) => ({ record: { key, facts: { groups: ['Wi-Fi staff'] } } })),
  );
  expect(changes.slice(3)).toEqual([{ kind: 'patch', key: gone, facts: { status: 'terminated' } }]);
  faults.pagesExpire = true;
  await expect(all(connector.snapshots!.all(pages[0].cursor, signal))).rejects.toMatchObject({
    code: 'cursor_expired',
  });
  await world.stop();
});

test('the first message of a channel is answered and not stored, whoever sends it', () => {
  const webhooks = new WorkspaceWebhooks({});
  expect(webhooks.handshake(message('sync', ''))).toEqual({ status: 200 });
  expect(webhooks.handshake(message('update', aboutUser))).toBeUndefined();
});

test('channels are opened before the former are closed, and in time', async () => {
  const world = await outside();
  const { connector } = open(googleWorkspace as unknown as ConnectorDefinition, world);
  const keep = (kept: Readonly<Record<string, unknown>> | null) =>
    connector.subscriptions!.keep({ kept, address: 'https://wifi.example.com/hooks/1', isChanged: false }, signal);
  const first = await keep(null);
  expect(first.renewAt).toBe('2026-05-14T16:00:00.000Z');
  const before = [...world.simulator.channels.open.keys()];
  expect(before).toHaveLength(4);
  await world.clock.advance(3 * 3600);
  await keep(first.kept);
  const after = [...world.simulator.channels.open.keys()];
  expect(after).toHaveLength(4);
  expect(after.filter((id) => before.includes(id))).toEqual([]);
  await world.stop();
});
