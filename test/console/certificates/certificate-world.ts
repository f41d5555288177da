import { statement } from '../../../src/database/database.js';
import { CertificatesModule } from '../../../src/console/certificates/certificates.module.js';
import { UsersModule } from '../../../src/console/users/users.module.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { type Answered, type HttpWorld, httpWorld, type JsonBody, type WorldOptions } from '../../http/http-world.js';
import { ManualClock } from '../../kernel/manual-clock.js';

/** The service with certificates and users, on a clock of the test's. */
export interface CertificateWorld extends HttpWorld {
  readonly clock: ManualClock;
  /** POST /certificates; the owner's key when `token` is absent. */
  issue(body?: object, token?: string): Promise<Answered<JsonBody>>;
  /** As `issue`; throws unless it was issued. */
  issued(body?: object, token?: string): Promise<JsonBody>;
  bytes(
    path: string,
    headers?: Record<string, string>,
    token?: string | null,
  ): Promise<{ status: number; type: string | null; content: Buffer }>;
  /** Rows of every organization. */
  rows<Row extends object>(sql: string): Promise<Row[]>;
}

export async function certificateWorld({ modules = [], ...options }: WorldOptions = {}): Promise<CertificateWorld> {
  const clock = new ManualClock(new Date().toISOString());
  const world = await httpWorld({
    settings: { baseUrl: 'https://wifi.example.com' },
    ...options,
    clock,
    modules: [CertificatesModule, UsersModule, ...modules],
  });
  const issue = (body: object = { common_name: 'anna' }, token?: string) =>
    world.call('POST', '/certificates', { body, token });
  return {
    ...world,
    clock,
    issue,
    issued: async (body, token) => {
      const answer = await issue(body, token);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body;
    },
    bytes: async (path, headers = {}, token = world.token) => {
      const response = await fetch(world.url + path, {
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      });
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        content: Buffer.from(await response.arrayBuffer()),
      };
    },
    rows: (sql) => world.fresh.database.query(systemContext(everyOrganization, 'test'), statement('', sql)),
  };
}
