import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { AuthoritiesRepository, type StoredRevocationList } from './authorities.repository.js';
import { AuthoritiesService } from './authorities.service.js';
import { daySeconds } from './certificate.js';

/**
 * A list is valid for a week and made anew every day, so that whoever fetches it weekly never holds an outdated one.
 */
const listSeconds = 7 * daySeconds;
const renewalSeconds = daySeconds;

/**
 * Lists of revoked certificates. Cached while nothing changes; made anew on the first request after a revocation or a
 * day.
 */
@Injectable()
export class RevocationListsService {
  constructor(
    private readonly database: Database,
    private readonly repository: AuthoritiesRepository,
    private readonly authorities: AuthoritiesService,
    private readonly clock: Clock,
  ) {}

  /** The current list of the authority that issues, in DER. */
  async current(context: Context): Promise<Buffer> {
    const { id } = await this.authorities.issuing(context);
    const list = await this.find(context, id);
    if (!list) throw new Error('The certificate authority is gone');
    return list;
  }

  /** The current list of one authority; undefined if it does not exist. */
  async find(context: Context, authorityId: string): Promise<Buffer | undefined> {
    const kept = await this.repository.keptList(context, authorityId);
    if (!kept) return undefined;
    return this.isFresh(kept) ? kept.crl : this.renewed(context, authorityId);
  }

  private async renewed(context: Context, authorityId: string): Promise<Buffer | undefined> {
    const { revocationList } = await import('./revocation-list.js');
    return this.database.transaction(context, async (inside) => {
      const kept = await this.repository.lockedList(inside, authorityId);
      if (!kept) return undefined;
      if (this.isFresh(kept)) return kept.crl;
      const at = `${this.clock.instant().slice(0, 19)}.000Z`;
      // An expired certificate stays on one more list (RFC 5280 section 3.3).
      const revoked = await this.repository.revoked(inside, authorityId, laterBy(at, -listSeconds));
      const number = kept.number + 1;
      const crl = await revocationList(await this.authorities.signer(inside, authorityId), revoked, number, {
        at,
        untilAt: laterBy(at, listSeconds),
      });
      await this.repository.keepList(inside, authorityId, { crl, number, updatedAt: at });
      return crl;
    });
  }

  private isFresh(kept: StoredRevocationList): kept is StoredRevocationList & { readonly crl: Buffer } {
    return (
      kept.crl !== null &&
      !kept.isOutdated &&
      kept.updatedAt !== null &&
      laterBy(kept.updatedAt, renewalSeconds) > this.clock.instant()
    );
  }
}
