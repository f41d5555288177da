import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Admission, Authenticator } from '../../http/access/authenticator.js';
import { Clock } from '../../kernel/clock.js';
import { Log } from '../../kernel/log.js';
import { sha256 } from '../../kernel/secrets.js';
import { builtInRole } from '../roles/built-in-roles.js';
import { type AskedKey, KeyAdmissionRepository, type KnownKey } from './key-admission.repository.js';

interface Caller {
  readonly resolve: (known: KnownKey | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Those who came with the same token and wish, and get the same answer. */
interface Waiting extends AskedKey {
  readonly callers: Caller[];
}

/**
 * Who stands behind a token. Nothing is cached: a revoked key, a changed role, a disabled organization hold on every process
 * from the next request on, which neither a cache of seconds nor a NOTIFY (late, or lost behind a transaction pooler) can say.
 * What makes that cheap: requests that arrive while an answer is under way share the next question, so a busy process asks a
 * few hundred times a second whatever its load, and an idle one pays one indexed read.
 */
@Injectable()
export class KeyAdmission extends Authenticator {
  private waiting = new Map<string, Waiting>();
  private isAsking = false;
  private readonly lastUse = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    private readonly repository: KeyAdmissionRepository,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  async admit(token: string, wantedOrganizationId: string | undefined): Promise<Admission | undefined> {
    const known = await this.ask(token, wantedOrganizationId);
    if (!known) return undefined;
    this.noteUse(known.id);
    return {
      actor: { kind: 'key', id: known.id, name: known.name, permissions: builtInRole(known.roleId)?.permissions ?? known.permissions ?? [] },
      homeOrganizationId: known.organizationId,
      organizationId: wantedOrganizationId ?? known.organizationId,
      refusal: refusalOf(known, wantedOrganizationId),
    };
  }

  private ask(token: string, wantedOrganizationId: string | undefined): Promise<KnownKey | undefined> {
    const name = `${token} ${wantedOrganizationId ?? ''}`;
    const waiting = this.waiting.get(name) ?? { tokenHash: sha256(token), wantedOrganizationId, callers: [] };
    this.waiting.set(name, waiting);
    return new Promise((resolve, reject) => {
      waiting.callers.push({ resolve, reject });
      if (!this.isAsking) void this.answerAll();
    });
  }

  /** One question at a time; a request joins only a question that is asked after it came, or it could miss a revocation. */
  private async answerAll(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.size > 0) {
      const batch = [...this.waiting.values()];
      this.waiting = new Map();
      try {
        const known = new Map((await this.repository.admit(batch, this.clock.instant())).map((each) => [each.n, each]));
        batch.forEach(({ callers }, index) => callers.forEach(({ resolve }) => resolve(known.get(index + 1))));
      } catch (error) {
        for (const { reject } of batch.flatMap(({ callers }) => callers)) reject(error);
      }
    }
    this.isAsking = false;
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
