import { SilentLog } from '../../src/kernel/log.js';
import { startUsher, type Usher } from '../../src/main.js';
import { createMigratedDatabase } from '../database/fresh-database.js';

const token = 'usher_test_owner_token_0123456789abcdef';

/** The whole service in this process, on a socket and a database of its own. */
export class ServiceUnderTest {
  private constructor(
    private readonly usher: Usher,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(): Promise<ServiceUnderTest> {
    const database = await createMigratedDatabase();
    const usher = await startUsher(
      {
        port: 0,
        host: '127.0.0.1',
        baseUrl: null,
        databaseUrl: database.url,
        dataDir: '',
        token,
        masterKeys: [Buffer.alloc(32, 7)],
        role: 'all',
        rateLimitPerMinute: 0,
        allowPrivateTargets: true,
        logLevel: 'silent',
      },
      new SilentLog(),
    );
    return new ServiceUnderTest(usher, database.drop);
  }

  get url(): string {
    return `http://127.0.0.1:${this.usher.port}`;
  }

  async call(method: string, path: string, body?: object) {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  }

  /** Names of the accounts, by name. */
  async accounts(): Promise<string[]> {
    const { body } = await this.call('GET', '/users?sort=username:asc&page_size=100');
    return body._embedded.users.map(
      ({ username, disabled }: { username: string; disabled: unknown }) =>
        `${username}${Number(disabled) ? ' (disabled)' : ''}`,
    );
  }

  async stop(): Promise<void> {
    await this.usher.stop();
    await this.drop();
  }
}
