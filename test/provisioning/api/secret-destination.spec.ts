import { expect, test } from '@jest/globals';
import { connectorDefinitions } from '../../connector-contract/connector-definitions.js';
import { Problem } from '../../../src/kernel/errors.js';
import type { Settings } from '../../../src/kernel/settings.js';
import { AccessPresets } from '../../../src/provisioning/access/access-presets.js';
import { ConnectionInput, type WrittenConnection } from '../../../src/provisioning/api/connections/connection-input.js';
import type { Connection } from '../../../src/provisioning/connection/connection.js';
import { ConnectorCatalogue } from '../../../src/provisioning/connector/catalogue.js';
import { settingsOf } from '../../../src/provisioning/connector/setting.js';

const presets = AccessPresets.load();
const inputWhere = (allowPrivateTargets: boolean) =>
  new ConnectionInput(new ConnectorCatalogue(connectorDefinitions), presets, { allowPrivateTargets } as Settings);
const input = inputWhere(false);

const mapping = {
  version: 1,
  kind: 'employment',
  records: '/data',
  key: { path: '/id' },
  match: [{ status: 'active' }],
  fields: {},
};
const saved: Readonly<Record<string, WrittenConnection>> = {
  mews: {
    connector: 'mews',
    settings: {},
    secrets: { client_token: 'client', access_token: 'access', webhook_token: 'w'.repeat(20) },
  },
  apaleo: {
    connector: 'apaleo',
    settings: { client_id: 'app', property_id: 'LIND' },
    secrets: { client_secret: 'hidden', webhook_token: 'w'.repeat(20) },
  },
  fias: {
    connector: 'fias',
    settings: { host: 'ifc.example.com', port: 5010, time_zone: 'Europe/Vienna' },
    secrets: { auth_key: `${'A'.repeat(22)}==` },
  },
  csv: {
    connector: 'csv',
    secrets: { password: 'hidden' },
    settings: {
      source: 'sftp',
      host: 'sftp.example.com',
      user_name: 'usher',
      host_key: `SHA256:${'a'.repeat(43)}`,
      time_zone: 'Europe/Vienna',
    },
  },
  'rest-poll': {
    connector: 'rest-poll',
    secrets: { secret: 'hidden' },
    settings: {
      url: 'https://hr.example.com/people',
      authentication: { type: 'client_credentials', token_url: 'https://id.example.com/token', client_id: 'usher' },
      mapping,
    },
  },
};

function refusals(written: WrittenConnection, before: string | null, by = input): string[] {
  try {
    by.read(written, before === null ? null : (input.read(saved[before], null) as unknown as Connection));
    return [];
  } catch (error) {
    if (error instanceof Problem) return error.errors.map(({ pointer }) => pointer);
    throw error;
  }
}

test.each<[string, object, string[]]>([
  ['mews', { base_url: 'https://mews.attacker.example' }, ['#/secrets/client_token', '#/secrets/access_token']],
  ['apaleo', { identity_url: 'https://id.attacker.example' }, ['#/secrets/client_secret']],
  ['apaleo', { base_url: 'https://api.apaleo.com:8443' }, ['#/secrets/client_secret']],
  ['fias', { host: 'ifc.attacker.example' }, ['#/secrets/auth_key']],
  ['fias', { port: 5011 }, ['#/secrets/auth_key']],
  ['csv', { host: 'sftp.attacker.example' }, ['#/secrets/password']],
  ['csv', { port: 2222 }, ['#/secrets/password']],
  ['csv', { host_key: `SHA256:${'b'.repeat(43)}` }, ['#/secrets/password']],
  ['rest-poll', { url: 'https://attacker.example/people' }, ['#/secrets/secret']],
  ['rest-poll', { url: 'http://hr.example.com:8080/people' }, ['#/settings/url']],
  ['rest-poll', { url: 'https://hr.example.com:8443/people' }, ['#/secrets/secret']],
  ['rest-poll', { authentication: null }, ['#/secrets/secret']],
  [
    'rest-poll',
    { authentication: { type: 'client_credentials', token_url: 'https://attacker.example/token', client_id: 'usher' } },
    ['#/secrets/secret'],
  ],
])(
  '%s: secrets are not sent elsewhere because %j was changed by somebody who may not know them',
  (connector, settings, pointers) => {
    expect(refusals({ settings }, connector)).toEqual(pointers);
  },
);

test('who gives the secrets again, or takes them away, leads the connection elsewhere', () => {
  expect(
    refusals(
      {
        settings: { base_url: 'https://api.mews-demo.com' },
        secrets: { client_token: 'client', access_token: 'of-demo' },
      },
      'mews',
    ),
  ).toEqual([]);
  expect(refusals({ settings: { host: 'ifc2.example.com' }, secrets: { auth_key: null } }, 'fias')).toEqual([]);
});

test('other settings change without them, another path of the same address too', () => {
  expect(refusals({ settings: { site: 'lindenhof', base_url: 'https://api.mews.com' } }, 'mews')).toEqual([]);
  expect(refusals({ settings: { url: 'https://hr.example.com/v2/people?all=1' } }, 'rest-poll')).toEqual([]);
});

test.each<[string, object, string]>([
  ['fias', { host: '10.0.0.5' }, '#/settings/host'],
  ['fias', { host: 'localhost' }, '#/settings/host'],
  ['fias', { host: '169.254.169.254' }, '#/settings/host'],
  ['fias', { host: '2130706433' }, '#/settings/host'],
  ['csv', { host: '::1' }, '#/settings/host'],
  ['csv', { host: '168.63.129.16' }, '#/settings/host'],
  ['csv', { host: 'files.internal' }, '#/settings/host'],
  ['mews', { base_url: 'https://127.0.0.1' }, '#/settings/base_url'],
  ['rest-poll', { url: 'https://[64:ff9b::a00:5]/people' }, '#/settings/url'],
  [
    'rest-poll',
    { authentication: { type: 'client_credentials', token_url: 'https://10.0.0.9/token', client_id: 'usher' } },
    '#/settings/authentication/token_url',
  ],
  ['mews', { base_url: 'https://me:secret@api.mews.com' }, '#/settings/base_url'],
])('%s: %j is refused when it is saved', (connector, settings, pointer) => {
  const written = { ...saved[connector], settings: { ...(saved[connector].settings as object), ...settings } };
  expect(refusals(written, null)).toEqual([pointer]);
  const permitted = refusals(written, null, inputWhere(true));
  expect(permitted).toEqual(pointer.endsWith('base_url') && JSON.stringify(settings).includes('@') ? [pointer] : []);
});

test('an address without TLS is refused where many tenants share the service, and taken in a house of its own', () => {
  const plain = { ...saved.mews, settings: { base_url: 'http://mews.example.com' } };
  const token = {
    ...saved['rest-poll'],
    settings: {
      ...(saved['rest-poll'].settings as object),
      authentication: { type: 'client_credentials', token_url: 'http://id.example.com/token', client_id: 'usher' },
    },
  };
  expect([refusals(plain, null), refusals(token, null)]).toEqual([
    ['#/settings/base_url'],
    ['#/settings/authentication/token_url'],
  ]);
  expect([refusals(plain, null, inputWhere(true)), refusals(token, null, inputWhere(true))]).toEqual([[], []]);
});

test('every connector with secrets says where it sends them, or that it only receives them', () => {
  for (const { key, settings } of connectorDefinitions) {
    const declared = [...settingsOf(settings).values()];
    const sends = declared.some(({ secret, isReceived }) => secret && !isReceived);
    const leads = declared.some((options) => options.leads || (options.type === 'string' && options.format === 'uri'));
    expect([key, !sends || leads]).toEqual([key, true]);
  }
});
