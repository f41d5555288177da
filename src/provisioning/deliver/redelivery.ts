import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Secrets } from '../../kernel/secrets.js';
import { AccountPasswords } from '../entitle/account-passwords.js';
import { contentContext } from './delivery/delivery.js';
import {
  contentOfPresent,
  credentialOfPresent,
  type PresentCredential,
  presentColumns,
} from './delivery/present-credential.js';

/** The record's present credential, which may differ from the one that was sent. */
const present = statement(
  'redelivery_present',
  `
  select ${presentColumns}
  from credential_deliveries d
  left join entitlements e on e.organization_id = d.organization_id and e.subject_id = d.subject_id and e.kind = d.kind
  where d.organization_id = $1 and d.id = $2 for update of d`,
);

const again = statement(
  'redelivery_again',
  `
  update credential_deliveries set status = 'pending', repeats = repeats + 1, attempts = 0, due_at = $3,
    content_sealed = $4, credential = $5, error = null, is_uncertain = false, waiting_since_at = null,
    lease_owner = null, lease_until_at = null
  where organization_id = $1 and id = $2`,
);

/** Sends a lost credential again, as a new message. */
@Injectable()
export class Redelivery {
  constructor(
    private readonly database: Database,
    private readonly passwords: AccountPasswords,
    private readonly secrets: Secrets,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem not_found; conflict once the access has ended */
  redeliver(context: Context, id: string): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const now = this.clock.instant();
      const found = await this.database.one<PresentCredential>(inside, present, [inside.organizationId, id, now]);
      if (!found) throw Problem.notFound('delivery', id);
      if (found.isOver || found.names.length === 0)
        throw new Problem('conflict', 'The access has ended, or was never made: there is nothing to deliver any more');
      await this.database.query(inside, again, [
        inside.organizationId,
        id,
        now,
        this.secrets.seal(JSON.stringify(contentOfPresent(found, this.passwords)), contentContext(id)),
        credentialOfPresent(found),
      ]);
      this.database.afterCommit(inside, () =>
        this.wakeUps.publishMessages(inside.organizationId, 'credential_deliveries'),
      );
    });
  }
}
