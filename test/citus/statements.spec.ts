import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { startService } from '../e2e/service.js';
import { DataFolder } from '../e2e/data-folder.js';
import { distributedDatabase } from './citus-database.js';
import { withCitus } from './with-citus.js';

withCitus('every statement of the program', () => {
  test('can be sent to the shard of its organization, or to all', async () => {
    const database = await distributedDatabase();
    const folder = await DataFolder.make();
    try {
      // Builds what is tried.
      const service = await startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });
      await service.stop();
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['test/citus/every-statement.mjs', database.url, randomUUID()],
        { maxBuffer: 1_000_000 },
      );
      const { tried, refused } = JSON.parse(stdout) as { tried: number; refused: [string, string][] };
      expect(tried).toBeGreaterThan(800);
      expect(refused).toEqual([]);
    } finally {
      await folder.remove();
      await database.drop();
    }
  }, 300_000);
});
