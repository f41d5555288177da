import { type Database, statement } from './database/database.js';
import { SystemChance } from './kernel/chance.js';
import { everyOrganization, systemContext } from './kernel/context.js';
import { Secrets } from './kernel/secrets.js';
import { SettingsRefused } from './settings/load-settings.js';

/** The audit's heads are sealed from an organization's first second on; each seal names its master key. */
const oneSealOfEachKey = statement('start_seals', `select distinct on (split_part(seal, '.', 2)) seal from audit_heads`);

/**
 * Another key than the database's own would be noticed late: what is sealed would not open, and what is sealed from now on would
 * not open for anybody else. Keys that are retired may be missing, as long as one is known.
 * @throws SettingsRefused
 */
export async function mustKnowMasterKey(database: Database, masterKeys: readonly Buffer[]): Promise<void> {
  const secrets = new Secrets(masterKeys, new SystemChance());
  const seals = await database.query<{ seal: string }>(systemContext(everyOrganization, 'start'), oneSealOfEachKey);
  if (seals.length === 0 || seals.some(({ seal }) => secrets.knows(seal))) return;
  throw new SettingsRefused(['USHER_MASTER_KEY: is not the key with which this database was sealed: give that one (master.key in the data folder of whoever used the database first)']);
}
