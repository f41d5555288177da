import type { ConnectorRig, Recording, SettingValues } from '../connector-contract/rig.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { signings } from '../simulators/webhook/signing.js';
import type { Connector, InboundRequest } from '../../src/provisioning/connector/connector.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import { workedMapping } from './worked-mappings.js';

export const deskMapping = workedMapping('A visitor desk that posts arrivals and departures');
export const standardSecret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3';
const valid = {
  verifier: { type: 'standard-webhooks' },
  mapping: deskMapping,
  secret: standardSecret,
  time_zone: 'Europe/Vienna',
  site: 'hq',
};
const time = Math.floor(new ManualClock().milliseconds() / 1000);

/** A request as the sender signs it; the time is the connector's own of the kit. */
export function request(
  body: string | object,
  signing = 'standard-webhooks',
  secret = standardSecret,
  changes: Partial<InboundRequest> = {},
): InboundRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    ...signings[signing]({ body: text, id: 'msg_1', time, secret }),
  };
  return { method: 'POST', path: '', headers, body: Buffer.from(text), remoteAddress: '203.0.113.9', ...changes };
}

/** A recording is a body, with the settings of its connection beside it. */
function meaningOf(recording: Recording, connector: Connector): readonly Change[] {
  const body = typeof recording.body === 'string' ? recording.body : JSON.stringify(recording.body);
  return connector.receives!.interpret({
    body: Buffer.from(body),
    receivedAt: '2026-05-14T13:12:04.000Z',
    sequence: '00000000000000000001',
  });
}

const arrival = deskMapping.sample as object;
const departure = { event: { type: 'departure', at: '2026-11-20T16:00:00Z' }, visit: { id: 'v1' } };
const settings: SettingValues = valid;

export const webhookRig: ConnectorRig = {
  settings: {
    valid,
    invalid: {
      verifier: { type: 'hmac', header: 'X Signature' },
      mapping: { version: 1 },
      secret: 'short',
      previous_secret: 'two words',
      path_token: 'guessable',
      allowed_addresses: ['0.0.0.0/0'],
      event_id_header: 'Event Id',
      handshake: { type: 'body', pointer: 'challenge' },
      site: ' ',
      time_zone: 'not a zone',
    },
  },
  test: null,
  recordings: {
    folder: new URL('../../src/connectors/generic/webhook/recordings/', import.meta.url),
    changes: meaningOf,
  },
  receives: {
    settings,
    genuine: () => [request(arrival), request(departure), request([])],
    forged: () => [
      request(arrival, 'standard-webhooks', 'whsec_b3RoZXItc2VjcmV0LW9mLXNvbWVib2R5'),
      { ...request(arrival), body: Buffer.from(`${JSON.stringify(arrival)} `) },
      { ...request(arrival), headers: {} },
      { ...request(arrival), headers: { ...request(arrival).headers, 'webhook-timestamp': String(time - 3600) } },
      {
        ...request('{"not json'),
        headers: { 'webhook-signature': 'v1,', 'webhook-id': '1', 'webhook-timestamp': String(time) },
      },
    ],
    unknown: () => request({ event: { type: 'coffee' }, visit: { id: 'v1' } }),
  },
};
