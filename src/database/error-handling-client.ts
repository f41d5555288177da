import pg from 'pg';

/**
 * A connection that breaks fails the query that runs on it, and the pool replaces it. Without a listener its error
 * event would also end the process, for example between release and close, when neither the pool nor a caller listens.
 */
export class ErrorHandlingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
