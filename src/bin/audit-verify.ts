import 'reflect-metadata';
import { Seals } from '../console/audit/chain/chain-head.js';
import { Verification } from '../console/audit/chain/verification.js';
import { VerificationRepository } from '../console/audit/chain/verification.repository.js';
import type { NotedBlock } from '../console/audit/chain/verified.js';
import { SystemChance } from '../kernel/chance.js';
import { SystemClock } from '../kernel/clock.js';
import { everyOrganization, systemContext } from '../kernel/context.js';
import { PinoLog } from '../kernel/pino-log.js';
import { Secrets } from '../kernel/secrets.js';
import { loadSettings } from '../settings/load-settings.js';
import { openDatabase } from '../start/open-database.js';

/**
 * `usher audit verify`: one line for each audit, deleted organizations included; exits with 1 if one is broken. `noted`
 * is a head that somebody wrote down earlier.
 */
export async function auditVerify(organizationId?: string, noted?: NotedBlock): Promise<never> {
  const settings = loadSettings(process.env);
  const log = PinoLog.create(settings.logLevel, process.stdout.isTTY ?? false);
  // Without the key every block would look forged.
  const database = await openDatabase(settings, log, { needsKeys: true });
  const rows = new VerificationRepository(database.database);
  const seals = new Seals(new Secrets(settings.masterKeys, new SystemChance()));
  const verification = new Verification(rows, seals, new SystemClock());
  let broken = 0;
  try {
    const organizations = organizationId
      ? [organizationId]
      : await rows.organizations(systemContext(everyOrganization, 'audit-verify'));
    if (organizations.length === 0) process.stderr.write('Nothing is audited yet: there is no organization\n');
    for (const id of organizations) {
      const verified = await verification.verify(systemContext(id, 'audit-verify'), noted);
      if (!verified.ok) broken += 1;
      process.stdout.write(`${JSON.stringify(verified)}\n`);
    }
  } finally {
    await database.close();
  }
  process.exit(broken > 0 ? 1 : 0);
}
