import pg from 'pg';
import { ErrorHandlingClient } from './error-handling-client.js';
import { sent, type Statement } from './statement.js';

/** Connections by a login of its own, which may do little: for what has to work before the application is loaded. */
export class SeparatePool {
  private readonly pool: pg.Pool;

  constructor(settings: {
    readonly url: string;
    readonly applicationName: string;
    readonly size: number;
    /** To connect, and for an answer. */
    readonly patienceMilliseconds: number;
  }) {
    this.pool = new pg.Pool({
      connectionString: settings.url,
      application_name: settings.applicationName,
      max: settings.size,
      connectionTimeoutMillis: settings.patienceMilliseconds,
      query_timeout: settings.patienceMilliseconds,
      Client: ErrorHandlingClient,
    });
    this.pool.on('error', () => undefined);
  }

  /** In a transaction of its own. */
  async query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>(sent(statement, values, {}))).rows;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
