import { entraLimit } from '../../src/connectors/hr/entra/entra.client.js';
import { personChange, changesOfDelta } from '../../src/connectors/hr/entra/entra.mapping.js';
import { roundsScope } from '../../src/connectors/hr/entra/entra.polls.js';
import type { EntraSettings } from '../../src/connectors/hr/entra/entra.settings.js';
import { type EntraUser, selectedOf } from '../../src/connectors/hr/entra/entra.wire.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Connector, InboundRequest } from '../../src/provisioning/connector/connector.js';
import {
  outsideOf,
  posted,
  readOften,
  type RestOutside,
  restRig,
  storedMessage,
} from '../connector-contract/rest-rig.js';
import type { Recording, SettingValues } from '../connector-contract/rig.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { EntraSimulator } from '../simulators/entra/entra-simulator.js';

export const notificationSecret = 'client-state-0123456789abcdef';

export interface EntraOutside extends RestOutside<EntraSimulator> {
  readonly clock: ManualClock;
  readonly group: string;
}

/** A tenant with one group of interest, and a group inside it. */
export async function outside(settings: SettingValues = {}): Promise<EntraOutside> {
  const clock = new ManualClock();
  const simulator = await EntraSimulator.start(clock);
  const { directory } = simulator;
  const group = directory.addGroup('WiFi-Staff');
  directory.join(group, directory.addGroup('Finance'));
  return outsideOf(
    simulator,
    {
      graph_url: simulator.url,
      login_url: simulator.url,
      tenant_id: simulator.tenantId,
      client_id: simulator.clientId,
      client_secret: simulator.clientSecret,
      notification_secret: notificationSecret,
      groups: [group],
      leave_dates: true,
      time_zone: 'Europe/Prague',
      ...settings,
    },
    { clock, group },
  );
}

function staffed({ simulator: { directory }, group }: EntraOutside, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const id = directory.hire();
    if (index % 10 === 0) directory.join(group, id);
    return id;
  });
}

async function staffedOutside(): Promise<EntraOutside> {
  const world = await outside();
  staffed(world, 3);
  return world;
}

/** Where rounds of changes begin now. */
export function roundsOf({ simulator: { rounds, directory }, group, settings }: EntraOutside) {
  const tracked = [group, ...[...directory.everybodyIn(group)].filter((id) => directory.groups.has(id))];
  return {
    users: rounds.linkFromNow('users', selectedOf({ leave_dates: true })),
    groups: rounds.linkFromNow('groups', 'displayName,members', tracked),
    names: { [group]: 'WiFi-Staff' },
    scope: roundsScope(settings as unknown as EntraSettings),
  };
}

const person = '87d349ed-44d7-43e1-9a83-5f2406dee5bd';
const notice = (changes: object = {}) => ({
  subscriptionId: '0fc0d6db-0073-42e5-a186-853da75fb308',
  subscriptionExpirationDateTime: '2026-06-10T13:00:00Z',
  clientState: notificationSecret,
  changeType: 'updated',
  resource: `Users/${person}`,
  tenantId: '72f988bf-86f1-41af-91ab-2d7cd011db47',
  resourceData: { '@odata.type': '#Microsoft.Graph.User', '@odata.id': `Users/${person}`, id: person },
  ...changes,
});
export const hook = (...value: readonly unknown[]): InboundRequest => posted({ value });
export { notice, person };
const group = '02bd9fd6-8f93-4758-87c3-1fb73740a315';
const genuine = () => [
  hook(notice()),
  hook(notice(), notice({ changeType: 'deleted' })),
  hook(
    notice({
      resource: `Groups/${group}`,
      resourceData: { '@odata.type': '#Microsoft.Graph.Group', '@odata.id': `Groups/${group}`, id: group },
    }),
  ),
  hook(notice({ resource: undefined, resourceData: undefined, lifecycleEvent: 'reauthorizationRequired' })),
];

function meaningOf(recording: Recording, connector: Connector): readonly Change[] {
  const settings = {
    time_zone: 'Europe/Prague',
    include_guests: false,
    leave_dates: true,
    ...recording.settings,
  } as unknown as EntraSettings;
  if (recording.delta) return changesOfDelta(recording.delta as EntraUser, settings);
  if (recording.user)
    return [personChange(recording.user as EntraUser, recording.groups as string[] | undefined, settings)];
  return connector.receives!.interpret(storedMessage(recording.webhook));
}

const valid = {
  graph_url: 'https://graph.microsoft.com',
  login_url: 'https://login.microsoftonline.com',
  tenant_id: '72f988bf-86f1-41af-91ab-2d7cd011db47',
  client_id: '6731de76-14a6-49ae-97bc-6eba6914391e',
  client_secret: 'entra-secret-8Q~0123456789',
  notification_secret: notificationSecret,
  groups: [group],
  leave_dates: true,
  time_zone: 'Europe/Prague',
};

export const entraRig = restRig<EntraOutside>({
  outside,
  fill: staffed,
  tested: staffedOutside,
  settings: {
    valid,
    invalid: {
      graph_url: 'graph.microsoft.com',
      login_url: 'https://login.microsoftonline.com/common',
      tenant_id: 'my tenant',
      client_id: 'wifi',
      client_secret: 'two words',
      notification_secret: 'short',
      groups: ['WiFi-Staff'],
      include_guests: 'yes',
      leave_dates: 'yes',
      time_zone: 'Prague',
      site: ' ',
    },
  },
  strangers: { client_secret: 'somebody-elses-secret' },
  recordings: { folder: new URL('../../src/connectors/hr/entra/recordings/', import.meta.url), changes: meaningOf },
  receives: {
    settings: valid,
    genuine,
    forged: () => [
      hook(notice({ clientState: 'somebody-elses-client-state' })),
      hook(notice({ clientState: undefined })),
      hook(notice(), notice({ clientState: 'somebody-elses-client-state' })),
      hook(),
      { ...hook(), body: Buffer.from('{"not json') },
    ],
    unknown: () =>
      hook(notice({ resource: 'me/messages/1', resourceData: { '@odata.type': '#Microsoft.Graph.Message', id: '1' } })),
  },
  polls: {
    many: 45,
    start: async (count) => {
      const world = await outside();
      staffed(world, 3);
      const since = roundsOf(world);
      const keys = staffed(world, count);
      for (const key of keys.slice(0, 1)) {
        // Twice in one round; and what nobody asks for.
        world.simulator.directory.change(key, { department: 'IT' });
        world.simulator.directory.change(key, { aboutMe: 'likes tea' });
      }
      return { ...world, keys, since };
    },
  },
  snapshots: {
    many: 45,
    prepare: ({ simulator }) => {
      simulator.largestPage = 20;
    },
  },
  reads: (world) => {
    const keys = staffed(world, 17);
    const { directory } = world.simulator;
    const removed = directory.hire();
    directory.remove(removed);
    return {
      keys,
      existing: keys.map((key) => ({ of: 'record', key })),
      missing: [
        { of: 'record', key: removed },
        { of: 'record', key: "../x' or id ne '" },
      ],
    };
  },
  limit: entraLimit,
  mannered: async () => {
    const world = await outside();
    staffed(world, 110);
    return world;
  },
  busy: readOften(130, (index) => ({
    of: 'record',
    key: `11000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  })),
});
