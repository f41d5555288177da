import pg from 'pg';
import { AuditRetention } from '../../../src/console/audit/chain/audit-retention.js';
import { AuditRetentionRepository } from '../../../src/console/audit/chain/audit-retention.repository.js';
import { Seals } from '../../../src/console/audit/chain/chain-head.js';
import { Sealer } from '../../../src/console/audit/chain/sealer.js';
import { SealingRepository } from '../../../src/console/audit/chain/sealing.repository.js';
import { Verification } from '../../../src/console/audit/chain/verification.js';
import { VerificationRepository } from '../../../src/console/audit/chain/verification.repository.js';
import { AuditTrail } from '../../../src/console/audit-trail/audit-trail.js';
import { AuditTrailRepository } from '../../../src/console/audit-trail/audit-trail.repository.js';
import { statement } from '../../../src/database/database.js';
import { type Clock, SystemClock } from '../../../src/kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { SilentLog } from '../../../src/kernel/log.js';
import { Secrets } from '../../../src/kernel/secrets.js';
import { freshDatabase, type FreshDatabase } from '../../database/fresh-database.js';
import { SeededChance } from '../../kernel/manual-clock.js';

/** The chain over a fresh database, and a superuser who may do to it whatever they like. */
export interface ChainRig {
  readonly fresh: FreshDatabase;
  readonly sealer: Sealer;
  sealerAt(clock: Clock): Sealer;
  readonly trail: AuditTrail;
  readonly verification: Verification;
  verificationWith(masterKeys: readonly Buffer[]): Verification;
  retentionAt(clock: Clock): AuditRetention;
  /** `count` users by one statement; their ids. */
  addUsers(context: Context, count: number): Promise<string[]>;
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** With the triggers that protect the audit switched off. */
  tamper(sql: string, values?: readonly unknown[]): Promise<void>;
  close(): Promise<void>;
}

export const masterKey = Buffer.alloc(32, 7);
let names = 0;

export async function chainRig(): Promise<ChainRig> {
  const fresh = await freshDatabase();
  const { database } = fresh;
  const clock = new SystemClock();
  const sealsWith = (keys: readonly Buffer[]) => new Seals(new Secrets(keys, new SeededChance()));
  const seals = sealsWith([masterKey]);
  const sealing = new SealingRepository(database);
  const trail = new AuditTrail(new AuditTrailRepository(database));
  const superuser = new pg.Client({
    connectionString: (process.env.USHER_TEST_ADMIN_URL ?? '').replace(
      /\/[^/]*$/,
      fresh.url.slice(fresh.url.lastIndexOf('/')),
    ),
  });
  await superuser.connect();
  const insertUsers = statement(
    'test_audit_users',
    `
    insert into users (organization_id, id, username, username_key, created_at, updated_at) select $1,
      gen_random_uuid(), name, name, now(), now() from unnest($2::text[]) name returning id`,
  );
  return {
    fresh,
    trail,
    sealerAt: (now) => new Sealer(sealing, seals, database, now, new SeededChance(), new SilentLog()),
    sealer: new Sealer(sealing, seals, database, clock, new SeededChance(), new SilentLog()),
    verification: new Verification(new VerificationRepository(database), seals, clock),
    verificationWith: (keys) => new Verification(new VerificationRepository(database), sealsWith(keys), clock),
    retentionAt: (now) =>
      new AuditRetention(
        new AuditRetentionRepository(database),
        sealing,
        seals,
        trail,
        database,
        now,
        new SeededChance(),
        new SilentLog(),
      ),
    addUsers: async (context, count) => {
      const wanted = Array.from({ length: count }, () => `guest-${(names += 1)}`);
      return (await database.query<{ id: string }>(context, insertUsers, [context.organizationId, wanted])).map(
        ({ id }) => id,
      );
    },
    sql: (text, values = []) => database.query(systemContext(everyOrganization, 'test'), statement('', text), values),
    tamper: async (sql, values = []) => {
      await superuser.query("begin; set local session_replication_role = 'replica'");
      await superuser.query(sql, [...values]);
      await superuser.query('commit');
    },
    close: async () => {
      await superuser.end();
      await fresh.close();
    },
  };
}
