import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';

/**
 * What the same work costs with nothing around it: bare node:http, and node:http with pg's defaults.
 * Run as a process of its own (DATABASE_URL), like the service it is compared with; prints its port.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const organizationId = process.env.ORGANIZATION_ID ?? '';
const expectedToken = Buffer.from(process.env.HOOK_TOKEN ?? '');
let inserted = 0;

const server = createServer((request, response) => {
  answer(request).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    (error: Error) => response.writeHead(500).end(error.message),
  );
});

async function answer(request: IncomingMessage): Promise<unknown> {
  const { method = '', url = '' } = request;
  if (url === '/hello') return { hello: 'world' };
  if (url === '/list') {
    const { rows } = await pool.query(
      `select id, username, disabled, group_id, first_name, last_name, email, phone, valid_from, valid_until,
        max_devices, comment, external_id, created_at, updated_at
       from limit_users where organization_id = $1 order by created_at, id limit 25`,
      [organizationId],
    );
    return { _embedded: { users: rows }, page: 1 };
  }
  if (method === 'POST' && url === '/insert') {
    inserted += 1;
    const { rows } = await pool.query(
      `insert into limit_users (organization_id, id, username, username_key, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $2, now(), now()) returning *`,
      [organizationId, `limit-${process.pid}-${inserted}`],
    );
    return rows[0];
  }
  if (method === 'POST' && url.startsWith('/hook/')) {
    const body = await bodyOf(request);
    const isProven = timingSafeEqual(Buffer.from(url.slice(6)), expectedToken);
    return { isProven, bytes: body.length };
  }
  if (method === 'POST' && url === '/signed-hook') {
    const body = await bodyOf(request);
    const signature = createHmac('sha256', expectedToken).update(body).digest();
    const isProven = timingSafeEqual(Buffer.from(String(request.headers['x-signature']), 'hex'), signature);
    const { Events: events } = JSON.parse(body.toString('utf8')) as { Events: unknown[] };
    return { isProven, events: events.length };
  }
  throw new Error(`Nothing at ${url}`);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  process.stdout.write(`${typeof bound === 'object' && bound ? bound.port : 0}\n`);
});
process.on('SIGTERM', () => process.exit(0));
