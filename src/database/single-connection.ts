import pg from 'pg';
import { ErrorHandlingClient } from './error-handling-client.js';
import type { Statement } from './statement.js';

/**
 * One connection by a login of its own, outside the pool and its scopes; opened when it is first needed, and again
 * after it broke. A statement that has no answer in time fails, and the connection is given up.
 */
export class SingleConnection {
  private readonly pool: pg.Pool;

  constructor(url: string, patienceMilliseconds: number) {
    this.pool = new pg.Pool({
      connectionString: url,
      Client: ErrorHandlingClient,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: patienceMilliseconds,
      query_timeout: patienceMilliseconds,
    });
    // One that breaks while it rests is replaced.
    this.pool.on('error', () => undefined);
  }

  async query({ name, text }: Statement, values: readonly unknown[]): Promise<void> {
    await this.pool.query({ name, text, values: [...values] });
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
