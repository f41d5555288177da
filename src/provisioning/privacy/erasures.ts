import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { Secrets } from '../../kernel/secrets.js';
import { PrivacyAudit } from '../wifi-console/built-in/privacy-audit.js';
import { WakeUps } from '../../database/wake-ups.js';
import { SubjectLock } from '../subject/subject-lock.js';
import { erasureContext, type ErasurePlace, type OpenErasure, personHash } from './erasure.js';
import { ErasureRepository, erasuresAtOnce } from './erasure.repository.js';
import * as sql from './erasure.statements.js';
import { type PersonQuery, type PersonScope, unknownPerson } from './person.js';
import { PersonEraser } from './person-eraser.js';
import { PersonPayments } from './person-payments.js';
import { PersonRepository } from './person.repository.js';

/** An erasure that began with an earlier version has no codes, no pairs and no rows of guests. */
type SealedScope = Omit<PersonScope, 'codes' | 'pairs' | 'guestIds'> & Partial<PersonScope>;

const oldest: ErasurePlace = { createdAt: '1970-01-01T00:00:00.000Z', id: '00000000-0000-0000-0000-000000000000' };

/**
 * Erases people. First their access ends, at remote consoles too, as if the outside system had said so. Once nothing is
 * left of their accounts, one transaction removes them from every table.
 */
@Injectable()
export class Erasures extends Periodic {
  readonly name = 'erasures';
  protected readonly everyMilliseconds = 2_000;
  private behind: ErasurePlace = oldest;

  constructor(
    private readonly database: Database,
    private readonly people: PersonRepository,
    private readonly erasures: ErasureRepository,
    private readonly eraser: PersonEraser,
    private readonly payments: PersonPayments,
    private readonly audit: PrivacyAudit,
    private readonly subjectLock: SubjectLock,
    private readonly secrets: Secrets,
    private readonly wakeUps: WakeUps,
    private readonly ids: Ids,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
  }

  /** Ends the access and returns the erasure's id. @throws Problem invalid if nobody is known by that name */
  begin(context: Context, query: PersonQuery): Promise<string> {
    return this.database.transaction(context, async (inside) => {
      const scope = await this.people.find(inside, query);
      if (!scope) throw unknownPerson(query);
      const now = this.clock.instant();
      for (const connectionId of [...scope.connectionIds].sort()) await this.subjectLock.take(inside, connectionId);
      const { organizationId } = inside;
      const ended = await this.database.query<{ identityId: string }>(inside, sql.endAccess, [
        organizationId,
        scope.subjectIds,
        now,
      ]);
      await this.database.query(inside, sql.endSubjects, [organizationId, scope.subjectIds, now]);
      const identityIds = [...new Set([...scope.identityIds, ...ended.map(({ identityId }) => identityId)])].sort();
      const targets = await this.database.query<{ targetKey: string }>(inside, sql.markForErasure, [
        organizationId,
        identityIds,
        now,
      ]);
      for (const { targetKey } of targets)
        this.database.afterCommit(inside, () => this.wakeUps.publish({ topic: 'due', organizationId, key: targetKey }));
      await this.payments.close(inside, scope);
      const id = this.ids.next();
      await this.erasures.insert(
        inside,
        id,
        personHash(this.secrets, organizationId, query),
        scope,
        this.secrets.seal(JSON.stringify(scope), erasureContext(id)),
        now,
      );
      return id;
    });
  }

  /** Erasures whose accounts are gone by now. Those that wait, however many, hold up none behind them. */
  async round(): Promise<void> {
    const open = await this.erasures.open(this.behind);
    const last = open.at(-1);
    this.behind = last && open.length === erasuresAtOnce ? last : oldest;
    for (const erasure of open) {
      await this.complete(erasure).catch((error: unknown) => {
        if (error instanceof DatabaseUnavailable) throw error;
        this.log.error(
          { erasureId: erasure.id, reason: error instanceof Error ? error.name : 'unknown' },
          'erasing a person failed; the next round retries',
        );
      });
    }
  }

  private async complete({
    organizationId,
    id,
    status,
    counts,
    identityIds,
    scopeSealed,
    person,
  }: OpenErasure): Promise<void> {
    const context = systemContext(organizationId, 'erasures');
    await this.database.transaction(context, async (inside) => {
      if (!(await this.erasures.lock(inside, id, status))) return;
      const sealed = JSON.parse(this.secrets.openText(scopeSealed, erasureContext(id))) as SealedScope;
      const scope: PersonScope = { codes: [], pairs: [], guestIds: [], ...sealed };
      if (status === 'auditing') {
        const { erased, waiting } = await this.audit.erase(inside, scope, person);
        const all = { ...counts, audit: (counts.audit ?? 0) + erased };
        // The last entries join the chain within a second.
        return waiting > 0
          ? this.erasures.audit(inside, id, all)
          : this.erasures.finish(inside, id, all, this.clock.instant());
      }
      const [waiting] = await this.database.query<{ detail: string | null }>(inside, sql.unsettled, [
        organizationId,
        identityIds,
      ]);
      if (waiting) return this.erasures.waits(inside, id, waiting.detail ?? 'its accounts are being removed');
      const payment = await this.payments.open(inside, scope);
      if (payment !== undefined) return this.erasures.waits(inside, id, payment);
      const whole = await this.payments.withAccounts(inside, scope);
      if (whole !== scope)
        await this.erasures.widen(inside, id, this.secrets.seal(JSON.stringify(whole), erasureContext(id)));
      await this.erasures.audit(inside, id, await this.eraser.erase(inside, whole, `erased ${person.slice(-16)}`));
    });
  }
}
