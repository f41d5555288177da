import { createCipheriv, createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { closedCalls, closedLoop, type Load, refuseErrors, request } from './load.js';
import { type Figure, loadFigure } from './report.js';
import { ask, hookToken, type World } from './world.js';

const connections = 32;
const seconds = 3;
const rounds = 5;

/** What Mews pushes. */
export const pushed = JSON.stringify({
  EnterpriseId: randomUUID(),
  IntegrationId: randomUUID(),
  Events: Array.from({ length: 3 }, () => ({ Discriminator: 'ServiceOrderUpdated', Value: { Id: randomUUID() } })),
});

/**
 * What is pushed, to its being stored. Mews proves itself by a token in the address, which is cheaper than a signature;
 * beside it the service seals and digests the body, stores it, and parses it later. Its first limit is what a signed
 * webhook costs when it is only received: reading, HMAC, parsing. The connection is paused: taking in is measured here,
 * working off elsewhere.
 */
export async function intakeBench(world: World): Promise<Figure[]> {
  const connection = await pausedConnection(world);
  const service = new URL(world.service.url);
  const hook = request('POST', new URL(`/hooks/${connection}/${hookToken}`, service), {}, pushed);
  const signed = request(
    'POST',
    new URL('/signed-hook', world.limit),
    { 'x-signature': createHmac('sha256', hookToken).update(pushed).digest('hex') },
    pushed,
  );
  const bare = request('POST', new URL(`/hook/${hookToken}`, world.limit), {}, pushed);
  await world.sql.query('create table limit_events (like inbox_events including all)');
  const turns: Record<'ours' | 'signed' | 'http' | 'raw', Load[]> = { ours: [], signed: [], http: [], raw: [] };
  for (let round = 0; round < rounds; round += 1) {
    turns.signed.push(await closedLoop(world.limit, { connections, seconds, next: () => signed }));
    turns.http.push(await closedLoop(world.limit, { connections, seconds, next: () => bare }));
    turns.ours.push(await closedLoop(service, { connections, seconds, next: () => hook }));
    turns.raw.push(await closedCalls({ connections, seconds, next: () => insertRaw(world, connection) }));
  }
  refuseErrors(turns);
  await proveStored(world, connection, turns.ours);
  return [
    loadFigure(
      'POST /hooks, stored (against node:http that reads the body, proves its HMAC and parses it)',
      turns.ours,
      turns.signed,
      '0.45, p99 15 ms',
    ),
    loadFigure(
      'POST /hooks, stored (against node:http that reads the body and checks the token)',
      turns.ours,
      turns.http,
      '',
    ),
    loadFigure('POST /hooks, stored (against the same row by pg, a statement each)', turns.ours, turns.raw, ''),
  ];
}

export async function pausedConnection(world: World): Promise<string> {
  const made = await ask(world, 'POST', '/connections', {
    name: 'Bench',
    connector: 'mews',
    settings: { base_url: 'http://127.0.0.1:9' },
    access: { preset: 'hotel' },
    secrets: { client_token: 'client', access_token: 'access', webhook_token: hookToken },
  });
  await ask(world, 'POST', `/connections/${String(made.id)}/pause`, { mode: 'all' });
  return String(made.id);
}

/** The row as the service writes it: sealed, with a digest. */
async function insertRaw({ sql, organizationId }: World, connection: string): Promise<void> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([nonce, cipher.update(pushed), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
  await sql.query({
    name: 'limit_insert',
    text: `insert into limit_events (organization_id, id, connection_id, kind, payload_sealed, byte_length, digest,
      received_at)
           values ($1, $2, $3, 'hook', $4, $5, $6, $7)`,
    values: [
      organizationId,
      randomUUID(),
      connection,
      sealed,
      pushed.length,
      createHash('sha256').update(pushed).digest('hex'),
      new Date(),
    ],
  });
}

const key = randomBytes(32);

/** Every request that was answered must be a row. */
async function proveStored({ sql }: World, connection: string, loads: readonly Load[]): Promise<void> {
  const { rows } = await sql.query<{ stored: string }>(
    'select count(*) as stored from inbox_events where connection_id = $1',
    [connection],
  );
  const answered = loads.reduce((sum, load) => sum + load.perSecond * seconds, 0);
  if (Number(rows[0]?.stored) < Math.round(answered))
    throw new Error(`${answered} requests were answered, ${rows[0]?.stored} are stored`);
}
