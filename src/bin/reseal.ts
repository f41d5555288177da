import 'reflect-metadata';
import { SystemChance } from '../kernel/chance.js';
import { PinoLog } from '../kernel/pino-log.js';
import { Secrets } from '../kernel/secrets.js';
import { Resealing, type ResealedColumn } from '../resealing/resealing.js';
import { loadSettings } from '../settings/load-settings.js';
import { openDatabase } from '../start/open-database.js';

/**
 * `usher reseal`: one line of JSON for each place where another key than the first one sealed something, and one that
 * says whether the others are still needed; exits with 1 while they are.
 */
export async function reseal({ check = false }: { readonly check?: boolean } = {}): Promise<never> {
  const settings = loadSettings(process.env);
  const log = PinoLog.create(settings.logLevel, process.stdout.isTTY ?? false);
  const database = await openDatabase(settings, log, { needsKeys: true });
  let isNeeded = true;
  try {
    const chance = new SystemChance();
    const resealing = new Resealing(database.database, new Secrets(settings.masterKeys, chance), chance);
    const columns = await resealing.run({ changes: !check });
    for (const column of columns) say(column);
    const auditBlocks = await resealing.auditBlocks();
    isNeeded = columns.some(({ left }) => left > 0);
    say({ key: resealing.keyId, others_needed: isNeeded, audit_blocks: auditBlocks, words: wordsOf(columns, check) });
  } finally {
    await database.close();
  }
  process.exit(isNeeded ? 1 : 0);
}

function wordsOf(columns: readonly ResealedColumn[], check: boolean): string {
  const left = columns.filter((each) => each.left > 0);
  if (left.length === 0)
    return (
      'All is sealed with the first key: take the others out of USHER_MASTER_KEY. Blocks of the audit are proven by ' +
      'the key of their time: keep it for usher audit verify'
    );
  if (left.some(({ unopened }) => unopened > 0))
    return 'No key opens some of it: give the one that sealed it, behind the first';
  if (left.every(({ isPassing }) => isPassing))
    return 'What is left goes by itself: keep the other keys, ask again later';
  return check ? 'usher reseal seals it anew' : 'Some of it was sealed meanwhile by another process: repeat it';
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
