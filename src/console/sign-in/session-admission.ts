import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import type { Admission } from '../../http/access/authenticator.js';
import { Clock } from '../../kernel/clock.js';
import { sha256 } from '../../kernel/secrets.js';
import { SharedQuestions } from '../batch/shared-questions.js';
import { builtInRole } from '../roles/built-in-roles.js';
import { type KnownSession, SessionAdmissionRepository } from './session-admission.repository.js';

const notedMilliseconds = 60_000;

/**
 * Finds the operator behind a session's token, with the role's present permissions. Nothing is cached, so a sign-out, a
 * disabled operator or a changed role takes effect everywhere with the next request.
 */
@Injectable()
export class SessionAdmission {
  private readonly questions = new SharedQuestions<KnownSession>((asked) =>
    this.repository.admit(asked, this.clock.instant()),
  );
  private readonly lastUse = new LRUCache<string, number>(atMost(10_000));

  constructor(
    private readonly repository: SessionAdmissionRepository,
    private readonly clock: Clock,
  ) {}

  /** Undefined: unknown, signed out, idle for too long, or expired. */
  async admit(token: string, wantedOrganizationId: string | undefined, isUse: boolean): Promise<Admission | undefined> {
    const known = await this.questions.ask({ tokenHash: sha256(token), wantedOrganizationId });
    if (!known) return undefined;
    if (isUse) await this.noteUse(known);
    return {
      // The operator, not the session: budgets and records belong to the person.
      actor: {
        kind: 'operator',
        id: known.operatorId,
        name: known.name,
        permissions: builtInRole(known.roleId)?.permissions ?? known.permissions ?? [],
      },
      homeOrganizationId: known.organizationId,
      organizationId: wantedOrganizationId ?? known.organizationId,
      refusal: refusalOf(known, wantedOrganizationId),
    };
  }

  /** At most once a minute for each session and process. Awaited, because the idle timeout counts from it. */
  private async noteUse(known: KnownSession): Promise<void> {
    const now = this.clock.milliseconds();
    if (now - (this.lastUse.get(known.sessionId) ?? 0) < notedMilliseconds) return;
    this.lastUse.set(known.sessionId, now);
    await this.repository.used(known, this.clock.instant());
  }
}

function refusalOf({ mayAct, isDisabled }: KnownSession, wanted: string | undefined): string | undefined {
  if (isDisabled) return 'The organization of this operator is disabled';
  return mayAct ? undefined : `The operator may not act for the organization ${wanted}`;
}
