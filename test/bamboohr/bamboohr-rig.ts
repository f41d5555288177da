import { createHmac } from 'node:crypto';
import { bambooLimit } from '../../src/connectors/hr/bamboohr/bamboohr.client.js';
import { changeOf, type ReadEmployee } from '../../src/connectors/hr/bamboohr/bamboohr.mapping.js';
import type { BambooHrSettings } from '../../src/connectors/hr/bamboohr/bamboohr.settings.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Connector, InboundRequest } from '../../src/provisioning/connector/connector.js';
import {
  outsideOf,
  polled,
  posted,
  readOften,
  type RestOutside,
  restRig,
  storedMessage,
} from '../connector-contract/rest-rig.js';
import type { Recording, SettingValues } from '../connector-contract/rig.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { BambooHrSimulator } from '../simulators/bamboohr/bamboohr-simulator.js';

export interface BambooOutside extends RestOutside<BambooHrSimulator> {
  readonly clock: ManualClock;
}

export async function outside(settings: SettingValues = {}): Promise<BambooOutside> {
  const clock = new ManualClock();
  const simulator = await BambooHrSimulator.start(clock);
  return outsideOf(
    simulator,
    {
      base_url: simulator.url,
      api_key: simulator.apiKey,
      webhook_key: simulator.webhookKey,
      time_zone: 'Europe/Prague',
      ...settings,
    },
    { clock },
  );
}

function staffed({ simulator }: BambooOutside, count: number): string[] {
  return Array.from({ length: count }, () => simulator.company.hire({ hireDate: '2024-03-01' }));
}

async function staffedOutside(): Promise<BambooOutside> {
  const world = await outside();
  staffed(world, 3);
  return world;
}

/** Vectors of the signature: key 5f1c9a2e7b6d40318c2f, the body, then the time as it is written. */
const time = '1772439330';
const vectors = [
  [
    '{"type":"employee.updated","timestamp":"2026-03-02T08:15:30Z",' +
      '"data":{"companyId":"84213","employeeId":"417","changedFields":["employmentHistoryStatus","status"]}}',
    '92b904e3b28d9319dd053be0d3a3f8832a0c6879e41dfeb4124c1dce8465caf8',
  ],
  [
    '{"employees":[{"id":"417","action":"Updated","timestamp":"2026-03-02T08:15:30+0000",' +
      '"changedFields":["status"],"fields":{"status":"Inactive"}}]}',
    'c256b2e3500e87a802620be705a5378de4c59b7d21202d25b54986ae53d97dac',
  ],
] as const;

export const signedAt = '2026-03-02T08:15:31.000Z';
export const vectorRequests: readonly InboundRequest[] = vectors.map(([body, signature]) =>
  posted(body, { 'x-bamboohr-signature': signature, 'x-bamboohr-timestamp': time }),
);

/** As the kit's clock stands elsewhere than the vectors, its requests are signed by the simulator. */
const signer = await BambooHrSimulator.start(new ManualClock());
await signer.stop();
const event = { type: 'updated', employeeId: '417', changedFields: ['status'], at: '2026-05-14T13:00:00Z' } as const;
const request = ({ headers, body }: ReturnType<BambooHrSimulator['webhook']>) => posted(body, headers);
const genuine = () => [
  request(signer.webhook(event)),
  request(signer.webhook(event, { thin: false, isoTime: true })),
  request(signer.webhook({ ...event, type: 'deleted' })),
];

function sign(body: string, timestamp: string): string {
  return createHmac('sha256', signer.webhookKey).update(body).update(timestamp).digest('hex');
}

function meaningOf(recording: Recording, connector: Connector): readonly Change[] {
  if (recording.webhook)
    return connector.receives!.interpret(storedMessage(recording.webhook, '2026-03-02T08:15:31.000Z'));
  const settings = {
    time_zone: 'Europe/Prague',
    location_time_zones: [],
    last_day: 'termination_date',
    employment_statuses: [],
    ...recording.settings,
  } as unknown as BambooHrSettings;
  return [changeOf({ readAt: '2026-03-02T08:15:31.000Z', ...(recording.read as object) } as ReadEmployee, settings)];
}

const valid = {
  base_url: 'https://acme.bamboohr.com',
  api_key: signer.apiKey,
  webhook_key: signer.webhookKey,
  time_zone: 'Europe/Prague',
};

export const bamboohrRig = restRig<BambooOutside>({
  outside,
  fill: staffed,
  tested: staffedOutside,
  settings: {
    valid,
    invalid: {
      base_url: 'acme',
      api_key: 'two words',
      webhook_key: 'short',
      time_zone: 'Prague',
      location_time_zones: ['Prague'],
      site: ' ',
      last_day: 'never',
      employment_statuses: ['leave'],
    },
  },
  strangers: { api_key: 'somebody-elses-key' },
  withdraw: ({ simulator }, right) => {
    if (right === 'fields') simulator.hidden.add('division');
    else if (right === 'employment_status') simulator.tableHidden = true;
    else simulator.withdrawn.add(right);
  },
  recordings: { folder: new URL('../../src/connectors/hr/bamboohr/recordings/', import.meta.url), changes: meaningOf },
  receives: {
    settings: valid,
    genuine,
    forged: () => [
      ...genuine().map((each) => ({ ...each, body: Buffer.from('{"not json') })),
      ...genuine().map((each) => ({ ...each, headers: { ...each.headers, 'x-bamboohr-timestamp': '1772439330' } })),
      ...genuine().map((each) => ({ ...each, headers: {} })),
      ...vectorRequests,
    ],
    unknown: () => {
      const body = '{"type":"company.updated","timestamp":"2026-05-14T13:00:00Z","data":{"companyId":"84213"}}';
      const { headers } = signer.webhook(event);
      return posted(body, { ...headers, 'x-bamboohr-signature': sign(body, headers['x-bamboohr-timestamp']) });
    },
  },
  polls: {
    many: 45,
    overlaps: true,
    start: async (count) => {
      const world = await outside();
      staffed(world, 3);
      await world.clock.advance(3600);
      const since = { since: world.clock.instant() };
      await world.clock.advance(600);
      return { ...world, keys: staffed(world, count), since };
    },
  },
  snapshots: {
    many: 45,
    prepare: ({ simulator }) => {
      simulator.largestPage = 20;
    },
  },
  reads: (world) => {
    const keys = staffed(world, 3);
    return {
      keys,
      existing: keys.map((key) => ({ of: 'record', key })),
      missing: [
        { of: 'record', key: '99999' },
        { of: 'record', key: '../key' },
      ],
    };
  },
  errors: { call: polled({ since: '2026-05-14T12:00:00.000Z' }), codes: {} },
  limit: bambooLimit,
  busy: readOften(80, (index) => ({ of: 'record', key: String(900 + index) })),
});
