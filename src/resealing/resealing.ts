import { RadiusPasswords } from '../console/passwords/radius-passwords.js';
import { RadiusSecrets } from '../console/passwords/radius-secrets.js';
import type { Database, Statement } from '../database/database.js';
import type { Chance } from '../kernel/chance.js';
import { type Context, everyOrganization, systemContext } from '../kernel/context.js';
import type { Secrets } from '../kernel/secrets.js';
import { passwordContext } from '../provisioning/identity/entitlement.js';
import {
  holdIdentities,
  oldByOrganization,
  oldOnes,
  oldPasswords,
  oldWebhookSecrets,
  radiusOnes,
  sealAnew,
  sealPasswordsAnew,
  sealRadiusAnew,
} from './resealing.statements.js';
import { ResealedAuditHeads } from './audit-heads.js';
import {
  passingColumns,
  type RadiusColumn,
  radiusColumns,
  type SealedColumn,
  sealedColumns,
} from './sealed-columns.js';

/** What became of one place. Only those are told where another key than the first had sealed something. */
export interface ResealedColumn {
  readonly table: string;
  readonly column: string;
  readonly resealed: number;
  /** Still sealed with another key. */
  readonly left: number;
  /** Of these, what no key opens. */
  readonly unopened: number;
  /** It is not sealed anew, because it goes by itself. */
  readonly isPassing?: boolean;
}

interface FoundValue {
  readonly id: string;
  readonly part: string;
  readonly sealed: string;
}

interface FoundPassword extends FoundValue {
  readonly identityId: string;
  readonly fingerprint: string | null;
}

/** A page of a table: what follows `last`, and how what is sealed anew is written. */
interface Work<Value extends FoundValue> {
  readonly find: (context: Context, last: FoundValue) => Promise<Value[]>;
  /** Null: the first key sealed it. */
  readonly anew: (context: Context, value: Value) => object | null;
  readonly write: (inside: Context, rows: readonly object[], values: readonly Value[]) => Promise<object[]>;
}

const beforeAll: FoundValue = { id: '00000000-0000-0000-0000-000000000000', part: '', sealed: '' };
/** The audit takes no secret for changed then. */
const saysSo: Statement = { name: '', text: "set local usher.resealing = 'on'" };

/**
 * Seals with the first master key what others sealed. Batches commit by themselves and pass over what somebody changed
 * meanwhile: it may be killed, repeated, and run beside the service and itself.
 */
export class Resealing {
  private readonly passwords: RadiusPasswords;
  private readonly sharedSecrets: RadiusSecrets;
  private readonly auditHeads: ResealedAuditHeads;
  private readonly everywhere = systemContext(everyOrganization, 'reseal');

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    chance: Chance,
  ) {
    this.passwords = new RadiusPasswords(secrets, chance);
    this.sharedSecrets = new RadiusSecrets(secrets, chance);
    this.auditHeads = new ResealedAuditHeads(database, secrets);
  }

  get keyId(): string {
    return this.secrets.sealingKeyId;
  }

  async run({ changes }: { readonly changes: boolean }): Promise<readonly ResealedColumn[]> {
    const told: ResealedColumn[] = [];
    for (const column of sealedColumns)
      told.push(await this.envelopes(column.table, column.column, this.columnWork(column), changes));
    told.push(await this.envelopes('entitlements', 'secret_sealed', this.passwordWork, changes));
    for (const column of radiusColumns) told.push(await this.radius(column, changes));
    told.push(await this.heads(changes));
    for (const [table, column] of passingColumns) told.push(passing(table, column, await this.countOf(table, column)));
    const [{ count }] = await this.database.query<{ count: number }>(this.everywhere, oldWebhookSecrets, [this.keyId]);
    told.push(passing('webhooks', 'old_secrets', count));
    return told.filter(({ resealed, left }) => resealed > 0 || left > 0);
  }

  /** Blocks of the audit that only another key than the first proves. */
  auditBlocks(): Promise<number> {
    return this.countOf('audit_blocks', 'seal');
  }

  private async countOf(table: string, column: string): Promise<number> {
    return (await this.organizations(table, column)).reduce((sum, { count }) => sum + count, 0);
  }

  private organizations(table: string, column: string) {
    return this.database.query<{ organizationId: string; count: number }>(
      this.everywhere,
      oldByOrganization(table, column),
      [this.keyId],
    );
  }

  private async envelopes<Value extends FoundValue>(
    table: string,
    column: string,
    work: Work<Value>,
    changes: boolean,
  ): Promise<ResealedColumn> {
    let [resealed, unopened] = [0, 0];
    for (const { organizationId } of await this.organizations(table, column)) {
      const done = await this.pages(organizationId, work, changes);
      resealed += done.resealed;
      unopened += done.unopened;
    }
    return { table, column, resealed, left: await this.countOf(table, column), unopened };
  }

  private async radius(column: RadiusColumn, changes: boolean): Promise<ResealedColumn> {
    const ids = await this.database.query<{ id: string }>(this.everywhere, everyId);
    let [resealed, unopened, left] = [0, 0, 0];
    for (const { id } of ids) {
      const done = await this.pages(id, this.radiusWork(column), changes);
      resealed += done.resealed;
      unopened += done.unopened;
      left += done.found - done.resealed;
    }
    return { table: column.table, column: column.column, resealed, left, unopened };
  }

  private async heads(changes: boolean): Promise<ResealedColumn> {
    let [resealed, unopened] = [0, 0];
    const [table, column] = ['audit_heads', 'seal'] as const;
    for (const { organizationId } of changes ? await this.organizations(table, column) : []) {
      const isDone = await this.auditHeads.reseal(organizationId);
      if (isDone) resealed += 1;
      if (isDone === null) unopened += 1;
    }
    return { table, column, resealed, left: await this.countOf(table, column), unopened };
  }

  private async pages<Value extends FoundValue>(organizationId: string, work: Work<Value>, changes: boolean) {
    const context = systemContext(organizationId, 'reseal');
    const done = { found: 0, resealed: 0, unopened: 0 };
    for (let page = await work.find(context, beforeAll); page.length > 0;) {
      const rows: object[] = [];
      for (const value of page) {
        try {
          const anew = work.anew(context, value);
          if (anew) rows.push({ id: value.id, part: value.part, was: value.sealed, ...anew });
        } catch {
          done.unopened += 1;
          done.found += 1;
        }
      }
      done.found += rows.length;
      if (changes && rows.length > 0) done.resealed += await this.written(context, work, rows, page);
      page = await work.find(context, page.at(-1)!);
    }
    return done;
  }

  private written<Value extends FoundValue>(
    context: Context,
    { write }: Work<Value>,
    rows: readonly object[],
    page: readonly Value[],
  ): Promise<number> {
    return this.database.transaction(context, async (inside) => {
      await this.database.query(inside, saysSo);
      return (await write(inside, rows, page)).length;
    });
  }

  private columnWork(column: SealedColumn): Work<FoundValue> {
    return {
      find: (context, { id, part }) =>
        this.database.query(context, oldOnes(column), [context.organizationId, this.keyId, id, part]),
      anew: ({ organizationId }, { id, part, sealed }) => ({
        sealed: this.secrets.resealed(sealed, column.place({ organizationId, id, part })),
      }),
      write: (inside, rows) =>
        this.database.query(inside, sealAnew(column), [inside.organizationId, JSON.stringify(rows)]),
    };
  }

  /** With a password's fingerprint wherever it is kept: otherwise the password would be taken for another one. */
  private readonly passwordWork: Work<FoundPassword> = {
    find: (context, { id }) => this.database.query(context, oldPasswords, [context.organizationId, this.keyId, id]),
    anew: ({ organizationId }, { id, sealed, identityId, fingerprint }) => {
      const password = this.secrets.openText(sealed, passwordContext(id));
      return {
        identityId,
        fingerprint,
        sealed: this.secrets.seal(password, passwordContext(id)),
        newFingerprint: fingerprint === null ? null : this.secrets.fingerprint(password, organizationId),
      };
    },
    write: async (inside, rows, values) => {
      const identities = values.map(({ identityId }) => identityId);
      await this.database.query(inside, holdIdentities, [inside.organizationId, identities]);
      return this.database.query(inside, sealPasswordsAnew, [inside.organizationId, JSON.stringify(rows)]);
    },
  };

  private radiusWork(column: RadiusColumn): Work<FoundValue> {
    const sealer = column.holds === 'ntHash' ? this.passwords : this.sharedSecrets;
    return {
      find: (context, { id }) => this.database.query(context, radiusOnes(column), [context.organizationId, id]),
      anew: (_, { sealed }) => {
        const anew = sealer.resealed(Buffer.from(sealed, 'base64'));
        return anew && { sealed: anew.toString('base64') };
      },
      write: (inside, rows) =>
        this.database.query(inside, sealRadiusAnew(column), [inside.organizationId, JSON.stringify(rows)]),
    };
  }
}

const everyId: Statement = { name: 'reseal_organizations', text: 'select id from organizations order by id' };

function passing(table: string, column: string, left: number): ResealedColumn {
  return { table, column, resealed: 0, left, unopened: 0, isPassing: true };
}
