import { ManualClock } from '../kernel/manual-clock.js';
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
import { EnvoySimulator } from '../simulators/envoy/envoy-simulator.js';
import { headersOf } from '../simulators/envoy/webhook-sender.js';
import { envoyLimit } from '../../src/connectors/visitor/envoy/envoy.client.js';
import {
  entryKey,
  inviteKey,
  visitOfListedEntry,
  visitOfReadInvite,
} from '../../src/connectors/visitor/envoy/envoy.mapping.js';
import type { EnvoyEntry, EnvoyInvite } from '../../src/connectors/visitor/envoy/envoy.wire.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Connector, InboundRequest } from '../../src/provisioning/connector/connector.js';

const minute = 60_000;
const clientSecret = 'envoy_client_secret';

export interface EnvoyOutside extends RestOutside<EnvoySimulator> {
  readonly clock: ManualClock;
}

/** One company at Envoy on a socket and the settings that reach it; connector and company share one clock. */
export async function outside(settings: SettingValues = {}): Promise<EnvoyOutside> {
  const clock = new ManualClock('2026-11-20T09:00:00.000Z');
  const simulator = await EnvoySimulator.start({ clock, clientSecret });
  return outsideOf(
    simulator,
    {
      api_url: simulator.url,
      app_url: simulator.url,
      client_id: simulator.clientId,
      client_secret: clientSecret,
      install_id: simulator.installId,
      ...settings,
    },
    { clock, written: () => simulator.jobs.length },
  );
}

/** The same with Envoy's Webhooks app and an API key. */
export async function keyedOutside(): Promise<EnvoyOutside> {
  const world = await outside();
  return {
    ...world,
    settings: {
      api_url: world.simulator.url,
      app_url: world.simulator.url,
      api_key: world.simulator.apiKey,
      authorization: 'front-desk:let-me-in',
    },
  };
}

function signIn({ simulator, clock }: EnvoyOutside, count: number): string[] {
  simulator.perPage = 10;
  const ids = Array.from({ length: count }, (_, index) =>
    simulator.office.signIn({
      fullName: `Visitor Number${index}`,
      signedInAt: new Date(clock.milliseconds() - (count - index) * minute),
    }),
  );
  return ids.map(entryKey);
}

async function signedIn(count: number) {
  const world = await outside();
  return { ...world, keys: signIn(world, count), since: { since: world.clock.instant() } };
}

/** Half of them are expected. */
function fill(world: EnvoyOutside, count: number): string[] {
  const { office } = world.simulator;
  const there = signIn(world, Math.ceil(count / 2));
  const invites = Array.from({ length: Math.floor(count / 2) }, (_, index) =>
    office.invite({
      fullName: `Guest Number${index}`,
      expectedArrivalAt: new Date(world.clock.milliseconds() + index * minute),
    }),
  );
  return [...there, ...invites.map(inviteKey)];
}

export function hook(
  envelope: unknown,
  proof: { clientSecret?: string; authorization?: string } = { clientSecret },
): InboundRequest {
  return posted(envelope, headersOf(JSON.stringify(envelope), proof));
}

export function envelope(
  event: string,
  attributes: object = {},
  more: { job?: string; relationships?: object; meta?: object } = {},
): object {
  const {
    job = '18d84a69-acd2-4b61-9dd4-f95b3b589283',
    relationships = { location: { data: { id: '4410', type: 'locations' } } },
    meta = {},
  } = more;
  const payload = {
    id: '9912041',
    type: 'entries',
    attributes: {
      'full-name': 'Ada Byron',
      email: 'ada@example.com',
      'employee-screening-flow': false,
      'signed-in-at': '2026-11-20 08:58:41',
      'flow-name': 'Visitor',
      ...attributes,
    },
    relationships,
  };
  return {
    meta: {
      event,
      install_id: '48213',
      company: { id: '118', type: 'companies' },
      job: { id: job, name: event, identifier: 'vr:entry:9912041' },
      location: { id: '4410', attributes: { name: 'London HQ', timezone: 'Europe/London' } },
      ...meta,
    },
    payload,
  };
}

/** A recording is a webhook, a listed entry or a read invite. */
function meaningOf(recording: Recording, connector: Connector): readonly Change[] {
  if (recording.webhook)
    return connector.receives!.interpret(storedMessage(recording.webhook, '2026-11-20T16:31:09.000Z'));
  const place = { site: 'London HQ', timeZone: 'Europe/London' };
  if (recording.invite) return [visitOfReadInvite('5511022', recording.invite as EnvoyInvite, place)];
  return [
    visitOfListedEntry(
      recording.entry as EnvoyEntry,
      { ...place, visitType: 'Visitor' },
      { company_field: 'Your Company', purpose_field: 'Purpose of visit' },
      true,
    ),
  ];
}

const valid = {
  client_id: 'envoy-client-id',
  client_secret: clientSecret,
  install_id: '48213',
  api_key: 'API-KEY-0123456789',
};
const genuine = envelope('entry_sign_in');

export const envoyRig = restRig<EnvoyOutside>({
  outside,
  fill,
  tested: () => outside({ show_credentials: true }),
  settings: {
    valid,
    invalid: {
      client_secret: 'two words',
      previous_client_secret: 'two words',
      authorization: ' ',
      client_id: ' ',
      install_id: 'a/b',
      company_id: 'a/b',
      api_key: 'two words',
      api_url: 'api.envoy.com/',
      app_url: 'https://app.envoy.com/a',
      location_ids: 'all',
      site: ' ',
      time_zone: 'Middle of nowhere',
      company_field: 7,
      purpose_field: 7,
      show_credentials: 'yes',
      start_by_poll: 'yes',
    },
  },
  strangers: { client_secret: 'SOMEBODY-ELSES-SECRET' },
  recordings: {
    folder: new URL('../../src/connectors/visitor/envoy/recordings/', import.meta.url),
    changes: meaningOf,
  },
  receives: {
    settings: { ...valid, company_id: '118', location_ids: ['4410'], show_credentials: true },
    genuine: () => [
      hook(genuine),
      hook(envelope('entry_sign_out', { 'signed-out-at': '2026-11-20 16:31:07' })),
      hook(envelope('entry_sign_in', {}, { meta: { install_id: 48213 } })),
    ],
    ofAnother: () => [
      hook(envelope('entry_sign_in', {}, { meta: { install_id: '48214' } })),
      hook(envelope('entry_sign_in', {}, { meta: { install_id: undefined } })),
      hook(envelope('entry_sign_in', {}, { meta: { company: { id: '119' } } })),
      hook(envelope('entry_sign_in', {}, { relationships: { location: { data: { id: '4411' } } } })),
      hook(envelope('entry_sign_in', {}, { relationships: {}, meta: { location: undefined } })),
      hook(envelope('invite_created', {}, { meta: { install_id: '48214' } })),
      hook({ event: 'entry_sign_in', payload: (genuine as { payload: object }).payload }),
    ],
    forged: () => [
      hook(genuine, {}),
      hook(genuine, { clientSecret: 'guessed' }),
      { ...hook(genuine), body: Buffer.from('{"meta":{"event":"entry_sign_out"}}') },
      { ...hook(genuine), body: Buffer.from('{"not json') },
      { ...hook(genuine), headers: { 'x-envoy-signature': 'short' } },
      { ...hook(genuine), headers: { 'x-envoy-signature': '' } },
    ],
    unknown: () => hook(envelope('location_capacity_updated')),
  },
  polls: {
    start: signedIn,
    overlaps: true,
    startWithMalformed: async (count) => {
      const world = await signedIn(count);
      Object.assign(world.simulator.office.entryOf(world.simulator.office.signIn()), { id: 'no id' });
      return world;
    },
  },
  snapshots: {},
  reads: ({ simulator: { office } }) => {
    const entry = office.signIn();
    const invite = office.invite({ expectedDepartureAt: new Date('2026-11-20T16:00:00Z') });
    const arrived = office.signIn({ inviteId: invite });
    return {
      existing: [
        { of: 'record', key: entryKey(entry) },
        { of: 'record', key: inviteKey(invite) },
        { of: 'guest', key: `${entryKey(arrived)} ${invite} 4410` },
      ],
      keys: [entryKey(entry), inviteKey(invite), entryKey(arrived)],
      missing: [
        { of: 'record', key: 'entry/1' },
        { of: 'record', key: 'invite/1' },
        { of: 'guest', key: 'entry/1 1 1' },
        { of: 'guest', key: 'nonsense' },
        { of: 'parent', key: '1' },
        { of: 'record', key: 'entry/../jobs' },
      ],
    };
  },
  errors: { call: polled({ since: '2026-11-20T09:00:00.000Z' }), codes: {} },
  limit: envoyLimit,
  mannered: keyedOutside,
  busy: readOften(70, (index) => ({ of: 'record', key: inviteKey(String(index + 1)) })),
});
