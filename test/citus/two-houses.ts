import { DataFolder } from '../e2e/data-folder.js';
import { startService } from '../e2e/service.js';
import { distributedDatabase } from './citus-database.js';
import { Placements } from './placements.js';

/** A service on a distributed database, with an organization on each of two workers. Whoever asks closes them. */
export async function twoHouses(closing: (() => unknown)[]) {
  const database = await distributedDatabase();
  closing.push(() => database.drop());
  const placements = await Placements.of(database);
  closing.push(() => placements.close());
  const folder = await DataFolder.make();
  closing.push(() => folder.remove());
  const environment = { DATABASE_URL: database.url, USHER_DATA_DIR: folder.path };
  const service = await startService(environment);
  closing.push(() => service.kill());
  return { placements, environment, service, houses: await placements.twoApart(service) };
}
