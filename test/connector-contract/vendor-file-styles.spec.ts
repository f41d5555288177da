import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import { newVendorFile } from '../../src/connectors/vendor-file/new-vendor-file.js';
import { vendorDefinition } from '../../src/connectors/vendor-file/vendor-definition.js';
import type { VendorFile } from '../../src/connectors/vendor-file/vendor-file.js';
import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import type { ConnectorProblem } from '../../src/provisioning/connector/connector-problem.js';
import { describeConnector } from './describe-connector.js';
import { keysOf } from './keys.js';
import { connected } from './polls-contract.js';
import { open } from './session.js';
import { roomy, vendorFileRig, vendorOutside } from './vendor-file-rig.js';

/** Every way to page, to sign in and to prove a message that a vendor file may name; then vendors that misbehave. */
const paged = 'paging: { style: page, parameter: page, size_parameter: per_page, size: 50, total: /total }';
const headed = 'sign_in: { type: header, header: x-api-key, value: "{api_key}" }';
const form =
  '{ type: json, token: /access_token, expires_in: /expires_in, basic: { username: usher, password: "{api_key}" }, ' +
  'request: { method: POST, url: "{base_url}/token", form: { grant_type: password }, ' +
  'headers: { api-key: "{api_key}" } }, ' +
  'sent_as: { header: x-auth, value: "{token}" } }';
const oauth = 'type: client_credentials, url: "{base_url}/token", client_id: usher, client_secret: "{api_key}"';

/** The smallest file, with other words at some places. */
function fileWith(key: string, changes: readonly (readonly [before: string, after: string])[]): VendorFile {
  const text = changes.reduce(
    (written, [before, after]) => {
      if (!written.includes(before)) throw new Error(`The smallest file has no ${before}`);
      return written.replaceAll(before, after);
    },
    newVendorFile('hr', key),
  );
  const { file, faults } = readVendor(text);
  if (!file) throw new Error(faults.join('\n'));
  return file;
}

const hints = `webhook:
  verifier: VERIFIER
  secret: hook_secret
  hints: [{ when: [{ field: /event, op: like, value: "person.%" }], key: /person }]
  samples: [{ names: "17", message: { event: person.changed, person: 17 } }]

record:
  request: RECORD
  at: RECORD_AT
  remedy: Let the owner of the key read all people

mapping:`;
const hookSecret = `  hook_secret:
    { title: Secret, secret: true, required: false, examples: ["aGVyZS1pcy1zb21lLXNlY3JldA=="] }
  time_zone:`;
const hinted = (verifier: string, record: string, at = '/data'): [string, string][] => [
  ['mapping:', hints.replace('VERIFIER', verifier).replace('RECORD_AT', at).replace('RECORD', record)],
  ['  time_zone:', hookSecret],
];
const byPath = '{ url: "{base_url}/v1/people/{key}" }';

const charges = `charges:
  currency: charge_currency
  request:
    method: POST
    url: "{base_url}/v1/people/{reservation}/charges"
    body: { lines: [{ text: "{item}", price: "{amount}", currency: "{currency}", ours: "{reference}" }] }
  accepted: { when: [{ field: /state, op: eq, value: posted }], code: /number }
  refused:
    - { when: [{ field: /state, op: eq, value: full }], reason: credit_limit }
  remedy: Let the owner of the key post charges

mapping:`;
const chargeCurrency = `  charge_currency:
    { title: Currency, required: false, pattern: "^[A-Z]{3}$", form: must be a currency, examples: [JPY] }
  time_zone:`;

const styles: readonly (readonly [key: string, changes: readonly (readonly [string, string])[]])[] = [
  [
    'charges-that-nobody-recognises',
    [
      ['family: hr', 'family: pms'],
      ['kind: employment', 'kind: stay'],
      ['status: active }', 'status: in_house }'],
      ['means: { status: active', 'means: { status: in_house'],
      ['status: terminated }', 'status: checked_out }'],
      ['    start_date: { path: /start_date }\n', '    room: { path: /room }\n'],
      ['mapping:', charges],
      ['  time_zone:', chargeCurrency],
    ],
  ],
  ['page-and-header', hinted('{ type: standard-webhooks }', byPath)],
  [
    'offset-and-basic',
    [
      [paged, 'paging: { style: offset, parameter: from, size_parameter: count, size: 50, total_header: x-total }'],
      [headed, 'sign_in: { type: basic, username: usher, password: "{api_key}" }'],
      ['format: iso', 'format: epoch-s'],
      ...hinted(
        '{ type: header, header: x-secret }',
        '{ url: "{base_url}/v1/people", query: { id: "{key}" } }',
        '/data/0',
      ),
    ],
  ],
  [
    'cursor-and-oauth',
    [
      [paged, 'paging: { style: cursor, parameter: after, next: /meta/next, size_parameter: count, size: 50 }'],
      [headed, `sign_in: { ${oauth} }`],
      ['format: iso', 'format: epoch-ms'],
      ...hinted(
        '{ type: hmac, header: x-sign, form: pairs, time_name: t, signature_name: v1, signed_text: "{time}.{body}" }',
        byPath,
      ),
    ],
  ],
  [
    'after-the-last-record',
    [
      [
        paged,
        'paging: { style: after, parameter: after_id, key: /id, size_parameter: count, size: 50, total: /total }',
      ],
    ],
  ],
  [
    'next-url-and-oauth-form',
    [
      [paged, 'paging: { style: next-url, next: /links/next, total: /total }'],
      [headed, `sign_in: { ${oauth}, sent_in: form, scope: people }`],
      ['format: iso', 'format: date'],
      ...hinted('{ type: basic, username: vendor }', byPath),
    ],
  ],
  [
    'joined',
    [
      ['size: 50', 'size: 10'],
      ['requests: 60, window_seconds: 60', 'requests: 120, window_seconds: 60'],
      [
        'mapping:',
        `joins:
  team:
    by: /team_id
    list: { request: { url: "{base_url}/v1/teams" }, records: /teams, key: /id, paging: { style: none }, remedy: Teams }
  contact:
    by: /id
    record: { request: { url: "{base_url}/v1/contacts/{key}" }, at: /contact, remedy: Contacts }

mapping:`,
      ],
      ['{ path: /email,', '{ path: /contact/email,'],
      ['start_date: { path: /start_date }', 'department: { path: /team/name }'],
      [
        'last_name: Novak, email: jana.novak@acme.example }',
        'last_name: Novak, team_id: 5, team: { id: 5, name: Sales }, contact: { email: jana.novak@acme.example } }',
      ],
      ['means: { status: active, email', 'means: { status: active, department: Sales, email'],
      ...hinted('{ type: bearer }', byPath),
    ],
  ],
  [
    'link-and-refresh-token',
    [
      [paged, 'paging: { style: link, size_parameter: per_page, size: 25 }'],
      [headed, `sign_in: { ${oauth.replace('client_credentials', 'refresh_token')}, refresh_token: "{refresh}" }`],
      ['  time_zone:', '  refresh: { title: Refresh token, secret: true, examples: [refresh-5c20] }\n  time_zone:'],
    ],
  ],
  [
    'assertion',
    [
      [
        headed,
        'sign_in: { type: saml_bearer, url: "{base_url}/token", client_id: usher, private_key: "{api_key}", ' +
          'issuer: idp.example, audience: vendor.example, user: usher-api, attributes: { api_key: usher } }',
      ],
    ],
  ],
  [
    'next-url-that-forgets',
    [
      [`${paged}\n  since:`, 'paging: { style: next-url, next: /next, keep: [expand, updated_since] }\n  since:'],
      [paged, 'paging: { style: next-url, next: /next, keep: [expand] }'],
      ['request: { url: "{base_url}/v1/people" }', 'request: { url: "{base_url}/v1/people", query: { expand: user } }'],
    ],
  ],
  [
    'posted',
    [
      [paged, 'paging: { style: page, in: body, parameter: page, first: 0, size_parameter: limit, size: 50 }'],
      [
        'request: { url: "{base_url}/v1/people" }',
        'request: { method: POST, url: "{base_url}/v1/people", body: { all: true } }',
      ],
      ['parameter: updated_since', 'in: body, parameter: updated_since'],
      ['format: iso', 'format: iso-bare'],
    ],
  ],
  [
    'form-and-filter',
    [
      [headed, `sign_in: ${form}`],
      [
        'parameter: updated_since, format: iso',
        `parameter: filter, text: 'changed gt "{since}" and site eq 1', format: sql`,
      ],
      [
        'request: { url: "{base_url}/v1/people" }',
        'request: { url: "{base_url}/v1/people", query: { left_after: "{yesterday}" }, ' +
          'headers: { api-key: "{api_key}" } }',
      ],
      ['limit: {', 'days: { yesterday: -1 }\n\nlimit: {'],
    ],
  ],
  [
    'numbers-in-the-sign-in',
    [
      [
        headed,
        'sign_in: { type: json, token: /token, request: { method: POST, url: "{base_url}/in", ' +
          'body: { id: "{agent}", key: "{api_key}" } } }',
      ],
      ['  time_zone:', '  agent: { title: Agent, type: integer, examples: [15] }\n  time_zone:'],
      ['format: iso', 'format: iso-minute'],
    ],
  ],
];

for (const [key, changes] of styles) {
  const file = roomy(fileWith(key, changes));
  describeConnector(vendorDefinition(file), vendorFileRig(file));
}

test('a message is answered in the words that the vendor wants', async () => {
  const answer = '<Envelope><Body><Success/></Body></Envelope>';
  const acknowledge = `  acknowledge: { status: 202, type: text/xml, body: "${answer}" }\n  hints:`;
  const file = fileWith('answered', [...hinted('{ type: bearer }', byPath), ['  hints:', acknowledge]]);
  const { settings, clock, stop } = await vendorOutside(file);
  const { body, headers } = VendorSimulator.message(file, settings, { event: 'person.left', person: 17 }, 0);
  const request = { method: 'POST', path: '/', headers, body: Buffer.from(body), remoteAddress: '203.0.113.9' };
  const { receives } = open(vendorDefinition(file), { settings, clock }).connector;
  expect((await receives!.verify(request)).answer).toEqual({
    status: 202,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: answer,
  });
  await stop();
});

test('the next page of changes is asked for since the same instant, also where its address forgets that', async () => {
  const file = fileWith('forgetful', [
    [`${paged}\n  since:`, 'paging: { style: next-url, next: /next, keep: [updated_since] }\n  since:'],
    [paged, 'paging: { style: next-url, next: /next }'],
  ]);
  const asked: URL[] = [];
  const server = createServer(({ url = '/', headers }, response) => {
    asked.push(new URL(url, `http://${headers.host}`));
    const next = asked.length === 1 ? `http://${headers.host}/v1/people?page=2` : null;
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ data: [], next }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const outside = {
    settings: {
      base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      api_key: 'key-0123456789',
      time_zone: 'Europe/Vienna',
    },
    written: () => 0,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  await connected(vendorDefinition(file), outside, async ({ polls }) => {
    const pages = polls!.changes({ since: '2026-05-14T13:00:00.000Z' }, AbortSignal.timeout(200_000));
    for await (const { changes } of pages) expect(changes).toEqual([]);
  });
  expect(asked.map(({ searchParams }) => [searchParams.get('page'), searchParams.get('updated_since')])).toEqual([
    [null, '2026-05-14T12:55:00Z'],
    ['2', '2026-05-14T12:55:00Z'],
  ]);
});

describe('a vendor that misbehaves', () => {
  const cursors = fileWith('cursors', [[paged, 'paging: { style: cursor, parameter: after, next: /next }']]);
  const addresses = fileWith('addresses', [[paged, 'paging: { style: next-url, next: /next }']]);
  const numbers = fileWith('numbers', []);
  let made = 0;
  const person = () => {
    made += 1;
    return { id: made, status: 'active', email: `person${made}@acme.example` };
  };

  /** Reads the whole list of a vendor that answers so; the problem that ends it. */
  async function problemOf(
    file: VendorFile,
    answer: (
      asked: URL,
      count: number,
    ) => { readonly status?: number; readonly body: unknown; readonly location?: string },
  ): Promise<ConnectorProblem & { readonly asked: number }> {
    let asked = 0;
    const server = createServer((request, response) => {
      asked += 1;
      const { status = 200, body, location } = answer(new URL(request.url ?? '/', 'http://vendor.example'), asked);
      response.writeHead(status, { 'content-type': 'application/json', ...(location ? { location } : {}) });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { base_url: origin, api_key: 'key-0123456789', time_zone: 'Europe/Vienna' };
    let problem: unknown;
    const outside = {
      settings,
      written: () => 0,
      stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
    };
    await connected(vendorDefinition(file), outside, async (connector) => {
      try {
        for await (const { complete } of connector.snapshots!.all(null, AbortSignal.timeout(200_000)))
          if (complete) problem = new Error('it says that it is complete');
      } catch (error) {
        problem = error;
      }
      server.closeAllConnections();
    });
    return Object.assign(problem as ConnectorProblem, { asked });
  }

  test('a list that leads back to a page ends with an error', async () => {
    const found = await problemOf(cursors, (asked) => ({
      body: { data: [person()], next: asked.searchParams.get('after') === 'a' ? 'b' : 'a' },
    }));
    expect(found).toMatchObject({ code: 'upstream_broken', message: 'list: its pages lead back to one that was read' });
    expect(found.asked).toBeLessThan(5);
  });

  test('a page that comes twice under other names ends with an error', async () => {
    const one = person();
    const found = await problemOf(cursors, (_, count) => ({ body: { data: [one], next: `page-${count}` } }));
    expect(found).toMatchObject({ code: 'upstream_broken', message: 'list: the same page came twice', asked: 2 });
  });

  test.each(['http://169.254.169.254/latest', 'https://elsewhere.example/v1', 'file:///etc/passwd'])(
    'the next page is not asked for at %s',
    async (next) => {
      const found = await problemOf(addresses, () => ({ body: { data: [person()], next } }));
      expect(found).toMatchObject({ code: 'upstream_broken', asked: 1 });
    },
  );

  test('a redirect is not followed', async () => {
    const found = await problemOf(numbers, () => ({ status: 302, body: {}, location: '/v1/people?page=1' }));
    expect(found).toMatchObject({ code: 'settings_invalid', asked: 1 });
  });

  test.each([
    ['too deep', `${'{"data":'.repeat(60)}[]${'}'.repeat(60)}`],
    ['without a list', { data: { people: [] } }],
    ['with a count that is none', { data: [], total: 'many' }],
    ['with members twice', '{"data":[],"data":[],"total":0}'],
  ])('an answer %s is broken', async (_, body) => {
    expect(await problemOf(numbers, () => ({ body }))).toMatchObject({ code: 'upstream_broken', asked: 1 });
  });

  test('a numbered list whose count changes on the way is read anew', async () => {
    const found = await problemOf(numbers, (_, count) => ({ body: { data: [person(), person()], total: 20 - count } }));
    expect(found).toMatchObject({ code: 'cursor_expired' });
  });

  test('records given twice and in the wrong order are the same records', async () => {
    const outside = await vendorOutside(numbers);
    const keys = Array.from({ length: 30 }, () => outside.simulator.records.add());
    Object.assign(outside.simulator.faults, { disordered: true, slowMilliseconds: 20 });
    await connected(vendorDefinition(numbers), outside, async (connector) => {
      const seen = new Set<string>();
      for await (const { changes } of connector.snapshots!.all(null, AbortSignal.timeout(200_000)))
        for (const key of keysOf(changes)) seen.add(key);
      expect([...seen].sort()).toEqual([...keys].sort());
    });
  });
});
