import { kindOf } from '../../../provisioning/connector/mapping/mapping-rules.js';
import { usualPresets } from '../../../provisioning/connector/mapping/usual-presets.js';
import type { Check, ConnectorDefinition } from '../../../provisioning/connector/connector.js';
import { WebhookVerifier } from './webhook.client.js';
import { handshakeAnswer } from './webhook.handshake.js';
import { WebhookMapping } from './webhook.mapping.js';
import { WebhookSettings } from './webhook.settings.js';

/** Any system that can post JSON: settings say how it proves itself and what its messages mean. */
export const webhook: ConnectorDefinition<WebhookSettings> = {
  key: 'webhook',
  name: 'Webhook of any system',
  family: 'generic',
  factKind: 'visit',
  factsBy: ({ mapping }) => usualPresets(kindOf(mapping)),
  abilities: ['receives'],
  settings: WebhookSettings,
  preset: 'visitor',
  schedule: { full: null, incremental: null },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: [
    '1. Write a **mapping**: which messages mean what (`match`), what names the record (`key`), where each ' +
      'fact is (`fields`). The form fills it in part by part.',
    '2. Choose a **verifier** by what the system can do: `standard-webhooks`, `hmac`, `bearer`, `basic`, ' +
      '`header`; `none` only with a path token.',
    '3. Save the draft and try a message of the system: the preview shows who would get access, and changes ' +
      'nothing.',
    '4. Give the system the address `/hooks/{connection id}`, followed by `/{path token}` where one is set.',
  ].join('\n'),
  connect: ({ settings, clock, log }) => {
    const door = new WebhookVerifier(settings, clock, log);
    const mapping = new WebhookMapping(settings);
    return {
      test: () => Promise.resolve(checks(settings)),
      receives: {
        handshake: (request) => handshakeAnswer(settings.handshake, request),
        verify: async (request) => door.admit(request),
        interpret: ({ body }) => mapping.changesOf(body),
      },
      mapped: (body, most) => mapping.trialsOf(body, most),
    };
  },
};

/** There is no system to ask: the test checks the settings again. */
function checks({
  verifier,
  mapping,
  path_token: token,
  allowed_addresses: networks,
}: WebhookSettings): readonly Check[] {
  const extras = [...(token ? ['a path token'] : []), ...(networks ? ["the sender's address"] : [])];
  return [
    { name: 'verifier', ok: true, detail: `Messages prove themselves by ${[verifier.type, ...extras].join(' and ')}` },
    {
      name: 'mapping',
      ok: true,
      detail:
        'Messages become facts of the kind ' +
        mapping.kind +
        (mapping.sample === undefined ? '; it has no sample to be tried on' : ', and the sample is understood'),
    },
  ];
}
