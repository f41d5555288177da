import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Admission, Authenticator } from '../../http/access/authenticator.js';
import { Clock } from '../../kernel/clock.js';
import { Log } from '../../kernel/log.js';
import { sha256 } from '../../kernel/secrets.js';
import { builtInRole } from '../roles/built-in-roles.js';
import { SessionAdmission } from '../sign-in/session-admission.js';
import { isSessionToken } from '../sign-in/session.js';
import { KeyAdmissionRepository, type KnownKey } from './key-admission.repository.js';
import { SharedQuestions } from './shared-questions.js';

/**
 * Who stands behind a token. Nothing is cached: a revoked key, a changed role, a disabled organization hold on every process
 * from the next request on, which neither a cache of seconds nor a NOTIFY (late, or lost behind a transaction pooler) can say.
 * What makes that cheap are questions that requests share.
 */
@Injectable()
export class KeyAdmission extends Authenticator {
  private readonly questions = new SharedQuestions<KnownKey>((asked) => this.repository.admit(asked, this.clock.instant()));
  private readonly lastUse = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    private readonly repository: KeyAdmissionRepository,
    private readonly sessions: SessionAdmission,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  async admit(token: string, wantedOrganizationId: string | undefined): Promise<Admission | undefined> {
    // A key that somebody chose (USHER_TOKEN) may look like a session's token, hence both are asked.
    const session = isSessionToken(token) ? await this.sessions.admit(token, wantedOrganizationId) : undefined;
    if (session) return session;
    const known = await this.questions.ask({ tokenHash: sha256(token), wantedOrganizationId });
    if (!known) return undefined;
    this.noteUse(known.id);
    return {
      actor: { kind: 'key', id: known.id, name: known.name, permissions: builtInRole(known.roleId)?.permissions ?? known.permissions ?? [] },
      homeOrganizationId: known.organizationId,
      organizationId: wantedOrganizationId ?? known.organizationId,
      refusal: refusalOf(known, wantedOrganizationId),
    };
  }

  /** Beside the request, at most once a minute for each key and process. */
  private noteUse(keyId: string): void {
    const now = this.clock.milliseconds();
    if (now - (this.lastUse.get(keyId) ?? 0) < 60_000) return;
    this.lastUse.set(keyId, now);
    this.repository.used([keyId], this.clock.instant()).catch((error: unknown) => {
      this.log.warn({ key_id: keyId, error: String(error) }, 'the last use of a key could not be noted');
    });
  }
}

function refusalOf({ mayAct, isDisabled }: KnownKey, wanted: string | undefined): string | undefined {
  if (isDisabled) return 'The organization of this API key is disabled';
  return mayAct ? undefined : `The API key may not act for the organization ${wanted}`;
}
