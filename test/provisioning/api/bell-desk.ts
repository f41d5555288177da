import { createHmac } from 'node:crypto';
import { OutboundFailure } from '../../../src/kernel/http-client.js';
import { sameSecret } from '../../../src/kernel/secrets.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import { ConnectorProblem } from '../../../src/provisioning/connector/connector-problem.js';
import type {
  ConnectorDefinition,
  ConnectorSession,
  InboundRequest,
} from '../../../src/provisioning/connector/connector.js';
import { Setting } from '../../../src/provisioning/connector/setting.js';

export class BellDeskSettings {
  @Setting({
    type: 'string',
    title: 'Address',
    description: 'Where the desk rings.',
    examples: ['https://bell.example.com'],
    pattern: /^https?:\/\/\S+$/,
  })
  base_url: string;

  @Setting({ type: 'string', title: 'Time zone', required: false })
  time_zone?: string;

  @Setting({ type: 'integer', title: 'Floors', default: 4, minimum: 1, maximum: 100 })
  floors: number;

  @Setting({ type: 'string', title: 'Key', secret: true, pattern: /^\S{8,}$/ })
  key: string;
}

/**
 * A hotel system made up for these tests: it posts signed stays, and answers 200 at /alive to those who know the key.
 */
export const bellDesk: ConnectorDefinition<BellDeskSettings> = {
  key: 'bell-desk',
  name: 'Bell desk',
  family: 'pms',
  factKind: 'stay',
  abilities: ['receives', 'polls', 'snapshots'],
  settings: BellDeskSettings,
  preset: 'hotel',
  schedule: { full: '17 4 * * *', incremental: '*/10 * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  rights: [{ name: 'bell', tried: 'GET /', remedy: 'Give the key to the floors' }],
  setUp: 'Ring the bell.',
  connect: (session) => ({
    test: async (signal) => [await alive(session, signal)],
    receives: {
      verify: async (request) => {
        if (!sameSecret(request.headers['x-signature'] ?? '', signature(request.body, session.settings.key)))
          throw new ConnectorProblem('signature_invalid', 'The signature does not match');
        return { dedupeKey: request.headers['x-event'], answer: answerFor(request) };
      },
      interpret: ({ body }) => [JSON.parse(body.toString('utf8')) as Change],
    },
  }),
};

export function signature(body: string | Buffer, key: string): string {
  return createHmac('sha256', key).update(body).digest('hex');
}

function answerFor({ path }: InboundRequest) {
  return { status: 202, headers: { 'x-heard': path, 'content-type': 'text/plain' }, body: 'ding' };
}

async function alive({ http, settings }: ConnectorSession<BellDeskSettings>, signal: AbortSignal) {
  try {
    const { status } = await http.request({
      method: 'GET',
      url: `${settings.base_url}/alive`,
      headers: { 'x-key': settings.key },
      signal,
    });
    if (status === 200) return { name: 'bell', ok: true, tried: 'GET /', detail: `${settings.floors} floors` };
    if (status === 401)
      return {
        name: 'credentials',
        ok: false,
        tried: 'GET /',
        detail: 'The desk refuses the key',
        remedy: 'Give the right key',
      };
    return {
      name: 'bell',
      ok: false,
      tried: 'GET /',
      detail: `The desk answers ${status}`,
      remedy: 'Give the key to the floors',
    };
  } catch (error) {
    return {
      name: 'bell',
      ok: false,
      tried: 'GET /',
      detail: error instanceof OutboundFailure ? error.message : 'failed',
    };
  }
}
