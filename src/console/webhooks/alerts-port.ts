import { Injectable } from '@nestjs/common';
import type { Context } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import type { DisabledReason, Webhook } from './webhook.js';

/** Who tells people. Called in the transaction that disabled the endpoint: what is written there is told exactly if that holds. */
export abstract class Alerts {
  abstract webhookDisabled(inside: Context, webhook: Webhook, reason: DisabledReason): Promise<void>;
}

/** Where nobody else is to be told: a line in the log. */
@Injectable()
export class LoggedAlerts extends Alerts {
  constructor(private readonly log: Log) {
    super();
  }

  async webhookDisabled({ organizationId }: Context, { id }: Webhook, reason: DisabledReason): Promise<void> {
    this.log.warn({ organization_id: organizationId, webhook_id: id, reason }, 'a webhook was disabled');
  }
}
