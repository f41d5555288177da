import 'reflect-metadata';
import { notedOf } from './console/audit/audit.service.js';
import { Seals } from './console/audit/chain/chain-head.js';
import { Verification } from './console/audit/chain/verification.js';
import { VerificationRepository } from './console/audit/chain/verification.repository.js';
import { SystemChance } from './kernel/chance.js';
import { SystemClock } from './kernel/clock.js';
import { everyOrganization, systemContext } from './kernel/context.js';
import { isUuid } from './kernel/ids.js';
import { PinoLog } from './kernel/pino-log.js';
import { Secrets } from './kernel/secrets.js';
import { reportFatal } from './start/report-fatal.js';
import { openDatabase } from './open-database.js';
import { loadSettings } from './settings/load-settings.js';

/**
 * `npm run audit:verify [-- <organization id> [<number>:<hash> of a former head]]`: one line for each audit, of
 * organizations that are gone too; exits 1 when one is broken.
 */
const [only, noted] = process.argv.slice(2);
if (only !== undefined && !isUuid(only)) {
  process.stderr.write(`${only} is no id of an organization\n`);
  process.exit(2);
}

const { settings, database } = await opened().catch(reportFatal);
const rows = new VerificationRepository(database.database);
const clock = new SystemClock();
const verification = new Verification(rows, new Seals(new Secrets(settings.masterKeys, new SystemChance())), clock);
let broken = 0;
try {
  const organizations = only ? [only] : await rows.organizations(systemContext(everyOrganization, 'audit-verify'));
  if (organizations.length === 0) process.stderr.write('Nothing is audited yet: there is no organization\n');
  for (const organizationId of organizations) {
    const verified = await verification.verify(
      systemContext(organizationId, 'audit-verify'),
      noted === undefined ? undefined : notedOf(noted),
    );
    if (!verified.ok) broken += 1;
    process.stdout.write(`${JSON.stringify(verified)}\n`);
  }
} finally {
  await database.close();
}
process.exit(broken > 0 ? 1 : 0);

async function opened() {
  const settings = loadSettings(process.env);
  return {
    settings,
    database: await openDatabase(settings, PinoLog.create(settings.logLevel, process.stdout.isTTY ?? false)),
  };
}
