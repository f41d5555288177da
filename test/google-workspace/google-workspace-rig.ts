import { workspaceLimit } from '../../src/connectors/hr/google-workspace/google-workspace.client.js';
import { workspaceUserChange } from '../../src/connectors/hr/google-workspace/google-workspace.mapping.js';
import type { WorkspaceSettings } from '../../src/connectors/hr/google-workspace/google-workspace.settings.js';
import type { WorkspaceUser } from '../../src/connectors/hr/google-workspace/google-workspace.wire.js';
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
import { GoogleWorkspaceSimulator, keyFile } from '../simulators/google-workspace/google-workspace-simulator.js';

export const channelToken = 'channel-token-0123456789';
export const staffGroup = 'wifi-staff@acme.example';

export interface WorkspaceOutside extends RestOutside<GoogleWorkspaceSimulator> {
  readonly clock: ManualClock;
}

/** A company with one group of interest, and a group inside it. */
export async function outside(settings: SettingValues = {}): Promise<WorkspaceOutside> {
  const clock = new ManualClock();
  const simulator = await GoogleWorkspaceSimulator.start(clock);
  const { directory } = simulator;
  directory.join(directory.addGroup(staffGroup, 'Wi-Fi staff'), directory.addGroup('it@acme.example', 'IT'));
  return outsideOf(
    simulator,
    {
      api_url: simulator.url,
      sign_in_url: simulator.url,
      service_account_key: keyFile,
      admin_email: simulator.adminEmail,
      channel_token: channelToken,
      groups: [staffGroup],
      time_zone: 'Europe/Prague',
      ...settings,
    },
    { clock },
  );
}

function staffed({ simulator: { directory } }: WorkspaceOutside, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const id = directory.hire();
    if (index % 2 === 0) directory.join(staffGroup, id);
    return id;
  });
}

async function staffedOutside(): Promise<WorkspaceOutside> {
  const world = await outside();
  staffed(world, 3);
  return world;
}

const user = '111220860655841800417';
export const message = (state: string, body: object | string, token: string | null = channelToken): InboundRequest =>
  posted(body, {
    'content-type': 'application/json; utf-8',
    'x-goog-channel-id': '01234567-89ab-cdef-0123456789ab',
    'x-goog-resource-id': 'o3hgv1538sdjfh',
    'x-goog-resource-state': state,
    'x-goog-message-number': '10',
    ...(token === null ? {} : { 'x-goog-channel-token': token }),
  });
export const aboutUser = { kind: 'admin#directory#user', id: user, etag: '"x"', primaryEmail: 'jana@acme.example' };
const genuine = () => ['add', 'update', 'delete', 'undelete'].map((state) => message(state, aboutUser));

function meaningOf(recording: Recording, connector: Connector): readonly Change[] {
  if (recording.webhook) return connector.receives!.interpret(storedMessage(recording.webhook));
  const settings = {
    time_zone: 'Europe/Prague',
    excluded_org_units: [],
    include_guests: false,
    ...recording.settings,
  } as unknown as WorkspaceSettings;
  return [workspaceUserChange(recording.user as WorkspaceUser, (recording.groups ?? []) as string[], settings)];
}

const valid = {
  api_url: 'https://admin.googleapis.com',
  sign_in_url: 'https://oauth2.googleapis.com',
  service_account_key: keyFile,
  admin_email: 'wifi-directory@acme.example',
  channel_token: channelToken,
  groups: [staffGroup],
  time_zone: 'Europe/Prague',
};

export const googleWorkspaceRig = restRig<WorkspaceOutside>({
  outside,
  fill: staffed,
  tested: staffedOutside,
  settings: {
    valid,
    invalid: {
      api_url: 'admin.googleapis.com',
      sign_in_url: 'https://oauth2.googleapis.com/token',
      service_account_key: '-----BEGIN PRIVATE KEY-----',
      admin_email: 'admin',
      customer: 'my customer',
      channel_token: 'short',
      groups: ['wifi-staff'],
      include_guests: 'yes',
      excluded_org_units: ['Service accounts'],
      time_zone: 'Prague',
      site: ' ',
    },
  },
  strangers: { admin_email: 'somebody-else@acme.example' },
  withdraw: ({ simulator }, right) => simulator.withdraw(right),
  recordings: {
    folder: new URL('../../src/connectors/hr/google-workspace/recordings/', import.meta.url),
    changes: meaningOf,
  },
  receives: {
    settings: valid,
    genuine,
    forged: () => [
      message('update', aboutUser, 'somebody-elses-channel-token'),
      message('update', aboutUser, null),
      message('update', aboutUser, ''),
      message('update', '{"not json', null),
    ],
    unknown: () => message('update', { kind: 'admin#directory#orgUnit', id: '1' }),
  },
  snapshots: {
    many: 45,
    prepare: ({ simulator }) => {
      simulator.largestPage = 20;
    },
  },
  reads: (world) => {
    const keys = staffed(world, 3);
    const { directory } = world.simulator;
    const removed = directory.hire();
    directory.remove(removed);
    return {
      keys,
      existing: keys.map((key) => ({ of: 'record', key })),
      missing: [
        { of: 'record', key: removed },
        { of: 'record', key: '../groups' },
      ],
    };
  },
  limit: workspaceLimit,
  busy: readOften(120, (index) => ({ of: 'record', key: `9992208606558418${String(index).padStart(5, '0')}` })),
});
