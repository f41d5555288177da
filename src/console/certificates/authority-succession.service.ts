import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { type Expected, requireExpected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { AuthoritiesService } from './authorities.service.js';
import { type Authority, authorityStatus } from './authority.js';
import { AuthoritySuccessionRepository } from './authority-succession.repository.js';
import type { KeyKind } from './key-kind.js';
import type { RevocationReason } from './revocation-reason.js';

/**
 * Replaces one authority by the next without a device losing its Wi-Fi. The successor issues from then on and joins its
 * predecessor in profiles; servers keep showing what every device knows. Once devices have their new profiles, the old
 * one is retired.
 */
@Injectable()
export class AuthoritySuccessionService {
  constructor(
    private readonly database: Database,
    private readonly authorities: AuthoritiesService,
    private readonly repository: AuthoritySuccessionRepository,
    private readonly alarms: Alarms,
    private readonly clock: Clock,
  ) {}

  /** Makes the first one if there is none yet, so that the list is never empty. */
  async list(context: Context, list: ListQuery): Promise<ListedRows<Authority>> {
    await this.authorities.issuing(context);
    return this.repository.list(context, list, this.clock.instant());
  }

  async read(context: Context, id: string): Promise<Authority> {
    return found(await this.authorities.find(context, id), id);
  }

  /**
   * Makes the successor of the authority that issues. Only one at a time: its predecessor must have been retired or
   * have expired.
   */
  async succeed(context: Context, keyKind?: KeyKind): Promise<Authority> {
    const { id } = await this.authorities.issuing(context);
    return this.database.transaction(context, async (inside) => {
      const now = this.clock.instant();
      const before = found(await this.repository.findForChange(inside, id), id);
      const older = (await this.authorities.trusted(inside)).find((each) => authorityStatus(each, now) === 'trusted');
      if (older)
        throw new Problem(
          'conflict',
          `The authority before (${older.subject}) is still trusted: give devices their new profiles, then ` +
            `retire it with DELETE /certificates/authorities/${older.id}`,
          [],
          { conflicting_id: older.id },
        );
      await this.repository.supersede(inside, before.id, now);
      // The successor that was asked for exists. Its predecessor's end is announced at the next threshold, for devices
      // that know only that one.
      await this.alarms.end(inside, ['certificate.expiring'], [before.id]);
      // The server's name stays the same: profiles that name it accept servers of both.
      const made = await this.authorities.make(inside, {
        generation: (await this.repository.count(inside)) + 1,
        serverName: before.serverName,
        keyKind,
      });
      return this.read(inside, made);
    });
  }

  /**
   * Final: nothing it issued is valid any more, and servers show certificates of its successor. The record and its list
   * of revoked certificates remain.
   */
  retire(
    context: Context,
    id: string,
    { revokes, reason, expected }: { revokes: boolean; reason: RevocationReason; expected: Expected },
  ): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const now = this.clock.instant();
      const authority = found(await this.repository.findForChange(inside, id), id);
      requireExpected(expected, authority.revision);
      if (authority.retiredAt !== null) return;
      if (authority.supersededAt === null)
        throw new Problem(
          'conflict',
          'This authority issues: make its successor first, with POST /certificates/authorities',
        );
      const held = await this.repository.heldByClients(inside, id, now);
      if (held > 0 && !revokes) {
        throw new Problem(
          'conflict',
          `${held} valid certificates of clients are of this authority: replace them, or revoke them with ` +
            'revoke_certificates=true',
          [],
          { used_by: { certificates: held } },
        );
      }
      const revoked = await this.repository.revokeAll(inside, id, now, reason);
      await this.repository.retire(inside, id, now);
      await this.alarms.end(inside, ['certificate.expiring'], [id, ...revoked]);
    });
  }
}

function found(authority: Authority | undefined, id: string): Authority {
  if (!authority) throw Problem.notFound('certificate authority', id);
  return authority;
}
