import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { distributedDatabase } from './citus-database.js';
import { withCitus } from './with-citus.js';

withCitus('every statement of the program', () => {
  test('can be sent to the shard of its organization, or to all', async () => {
    const database = await distributedDatabase();
    try {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['test/citus/every-statement.mjs', database.url, randomUUID()],
        { maxBuffer: 1_000_000 },
      );
      const { tried, refused } = JSON.parse(stdout) as { tried: number; refused: [string, string][] };
      expect(tried).toBeGreaterThan(1_000);
      expect(refused).toEqual([]);
    } finally {
      await database.drop();
    }
  }, 300_000);
});
