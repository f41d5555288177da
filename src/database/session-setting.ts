import { ErrorHandlingClient } from './error-handling-client.js';

const patienceMilliseconds = 10_000;

/** The value that a session at `url` has for a setting in the URL's options; null if a pooler dropped it. */
export async function sessionSetting(url: string, name: string): Promise<string | null> {
  const client = new ErrorHandlingClient({ connectionString: url, connectionTimeoutMillis: patienceMilliseconds });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string | null }>('select current_setting($1, true) as value', [name]);
    return rows[0].value;
  } finally {
    await client.end().catch(() => undefined);
  }
}
