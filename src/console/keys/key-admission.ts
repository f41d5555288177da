import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import { type Admission, Authenticator } from '../../http/access/authenticator.js';
import { HeardChanges, type Remembered } from '../../database/heard-changes.js';
import { Clock } from '../../kernel/clock.js';
import { Log } from '../../kernel/log.js';
import { builtInRole } from '../roles/built-in-roles.js';
import { SessionAdmission } from '../sign-in/session-admission.js';
import { isSessionToken } from '../sign-in/session.js';
import { KeyAdmissionRepository, type KnownKey } from './key-admission.repository.js';
import { SharedQuestions } from '../batch/shared-questions.js';

/**
 * Finds the caller behind a token. A revoked key, a changed role or a disabled organization takes effect in this
 * process with the next request, in others milliseconds later, when they hear of it. Admitted callers are cached while
 * changes are heard; for all others the database is asked each time, in queries that requests share.
 */
@Injectable()
export class KeyAdmission extends Authenticator {
  private readonly questions = new SharedQuestions<KnownKey>((asked) =>
    this.repository.admit(asked, this.clock.instant()),
  );
  /** Whom the database let in lately. */
  readonly admitted: Remembered<Admission>;
  private readonly lastUse = new LRUCache<string, number>(atMost(10_000));

  constructor(
    private readonly repository: KeyAdmissionRepository,
    private readonly sessions: SessionAdmission,
    changes: HeardChanges,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
    this.admitted = changes.remember(10_000);
  }

  /** A chosen key (USHER_TOKEN) may look like a session's token, so both are asked. */
  async admit(token: string, wantedOrganizationId: string | undefined, isUse = true): Promise<Admission | undefined> {
    const session = isSessionToken(token) ? await this.sessions.admit(token, wantedOrganizationId, isUse) : undefined;
    if (session) return session;
    const tokenHash = hash('sha256', token, 'base64');
    const admission =
      this.admitted.find(nameOf(tokenHash, wantedOrganizationId)) ?? (await this.ask(tokenHash, wantedOrganizationId));
    if (admission && isUse) this.noteUse(admission.actor.id);
    return admission;
  }

  private async ask(tokenHash: string, wantedOrganizationId: string | undefined): Promise<Admission | undefined> {
    const { moment } = this.admitted;
    const known = await this.questions.ask({ tokenHash: Buffer.from(tokenHash, 'base64'), wantedOrganizationId });
    if (!known) return undefined;
    const admission: Admission = {
      actor: {
        kind: 'key',
        id: known.id,
        name: known.name,
        permissions: builtInRole(known.roleId)?.permissions ?? known.permissions ?? [],
      },
      homeOrganizationId: known.organizationId,
      organizationId: wantedOrganizationId ?? known.organizationId,
      refusal: refusalOf(known, wantedOrganizationId),
    };
    if (!admission.refusal)
      this.admitted.keep(nameOf(tokenHash, wantedOrganizationId), admission, moment, known.expiresAt);
    return admission;
  }

  /** Runs beside the request, at most once a minute for each key and process. */
  private noteUse(keyId: string): void {
    const now = this.clock.milliseconds();
    if (now - (this.lastUse.get(keyId) ?? 0) < 60_000) return;
    this.lastUse.set(keyId, now);
    this.repository.used([keyId], this.clock.instant()).catch((error: unknown) => {
      this.log.warn({ keyId, error: String(error) }, 'recording the last use of a key failed');
    });
  }
}

function nameOf(tokenHash: string, wantedOrganizationId: string | undefined): string {
  return wantedOrganizationId ? `${tokenHash} ${wantedOrganizationId}` : tokenHash;
}

function refusalOf({ mayAct, isDisabled }: KnownKey, wanted: string | undefined): string | undefined {
  if (isDisabled) return 'The organization of this API key is disabled';
  return mayAct ? undefined : `The API key may not act for the organization ${wanted}`;
}
