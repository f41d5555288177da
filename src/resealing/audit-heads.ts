import { Seals } from '../console/audit/chain/chain-head.js';
import { VerificationRepository } from '../console/audit/chain/verification.repository.js';
import { type Database, statement } from '../database/database.js';
import { systemContext } from '../kernel/context.js';
import type { Secrets } from '../kernel/secrets.js';

/** One that was moved meanwhile was sealed anew with that. */
const seal = statement(
  'reseal_write_audit_head',
  'update audit_heads set seal = $2 where organization_id = $1 and seal = $3 returning 1 as written',
);

/**
 * The ends of the audits' chains, by which a start knows its keys. Blocks are never written again, not even their
 * seals: the key of their time proves them.
 */
export class ResealedAuditHeads {
  private readonly seals: Seals;
  private readonly rows: VerificationRepository;

  constructor(
    private readonly database: Database,
    secrets: Secrets,
  ) {
    this.seals = new Seals(secrets);
    this.rows = new VerificationRepository(database);
  }

  /** Null: nobody can tell that this head is genuine, so it is not sealed anew. */
  async reseal(organizationId: string): Promise<boolean | null> {
    const context = systemContext(organizationId, 'reseal');
    const head = await this.rows.head(context);
    if (!head) return false;
    if (!this.seals.isHeads(head)) return null;
    const { seal: was, ...rest } = head;
    const values = [organizationId, this.seals.sealed(rest).seal, was];
    return (await this.database.query(context, seal, values)).length > 0;
  }
}
