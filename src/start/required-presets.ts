import { type Database, statement } from '../database/database.js';
import { everyOrganization, systemContext } from '../kernel/context.js';
import { StartProblem } from '../kernel/start-problem.js';
import type { AccessPresets } from '../provisioning/access/access-presets.js';

const used = statement(
  'start_used_presets',
  "select distinct access ->> 'preset' as name from connections where access ->> 'preset' is not null order by 1",
);

/**
 * A preset that was taken out of config/presets while connections use it would fail each of them at every turn.
 * @throws StartProblem
 */
export async function requirePresets(database: Database, presets: AccessPresets): Promise<void> {
  const names = await database.query<{ name: string }>(systemContext(everyOrganization, 'start'), used);
  const missing = names.filter(({ name }) => !presets.find(name)).map(({ name }) => `${name}.yaml`);
  if (missing.length > 0)
    throw new StartProblem(
      `config/presets lacks ${missing.join(', ')}, which connections use: put it back, or give those ` +
        'connections another preset first',
    );
}
