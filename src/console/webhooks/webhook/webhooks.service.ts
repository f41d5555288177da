import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { WakeUps } from '../../../database/wake-ups.js';
import { type Expected, requireExpected } from '../../../http/etag/etag.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import type { ListedRows } from '../../../http/list/list-rows.js';
import { Alarms } from '../../../kernel/alarms.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { Ids } from '../../../kernel/ids.js';
import { shownAddress } from '../../../kernel/shown-address.js';
import { newRecord, type RecordLife } from '../../crud/record-life.js';
import { usualEvents } from '../../events/event-types.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { acceptAuthorities, WebhookTarget } from './webhook-target.js';
import { webhookTable } from './webhook.entity.js';
import type { NewWebhook, Webhook, WebhookValues } from './webhook.js';
import { type SealedSecrets, WebhooksRepository } from './webhooks.repository.js';

const mostWebhooks = 100;

const usual = { ...webhookTable.usual, type: 'webhook', events: usualEvents } as Omit<
  Webhook,
  keyof RecordLife | 'url'
>;

/** Endpoints that receive events. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
    private readonly target: WebhookTarget,
    private readonly database: Database,
    private readonly alarms: Alarms,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Webhook>> {
    return this.webhooks.list(context, list);
  }

  async read(context: Context, id: string): Promise<Webhook> {
    const webhook = await this.webhooks.find(context, id);
    if (!webhook) throw Problem.notFound('webhook', id);
    return webhook;
  }

  /** The secret is returned here and never again. */
  create(context: Context, { secret: given, ...said }: NewWebhook): Promise<{ webhook: Webhook; secret: string }> {
    const values: Omit<Webhook, keyof RecordLife> = { ...usual, ...said };
    const url = this.target.accept(values);
    const fields = { ...values, url: shownAddress(url), tlsCa: acceptAuthorities(values.tlsCa) };
    const webhook = newRecord(fields, this.ids.next(), this.clock.instant());
    const secret = this.secrets.make(given);
    return this.database.transaction(context, async (inside) => {
      if ((await this.webhooks.count(inside)) >= mostWebhooks)
        throw new Problem('conflict', `An organization has at most ${mostWebhooks} webhooks: remove one first`);
      await this.webhooks.insert(inside, webhook, {
        urlSealed: this.secrets.sealUrl(webhook.id, url),
        secretSealed: this.secrets.seal(webhook.id, secret),
      });
      return { webhook, secret };
    });
  }

  /** Enabling one that Usher disabled gives it a fresh start; what still waited for it is sent. */
  change(context: Context, id: string, change: Partial<WebhookValues>, expected: Expected): Promise<Webhook> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.held(inside, id, expected);
      if (change.type !== undefined && change.type !== before.type)
        throw Problem.invalidField('type', 'cannot be changed: make another webhook');
      const { urlSealed: _url, secretSealed: _sealed, oldSecrets: _old, ...rest } = before;
      const newUrl = this.newUrl(before, change.url);
      const disabled = change.disabled ?? before.disabled;
      const isNewStart = before.disabled && !disabled;
      const webhook: Webhook = {
        ...rest,
        ...change,
        url: newUrl === null ? before.url : shownAddress(newUrl),
        tlsCa: change.tlsCa === undefined ? before.tlsCa : acceptAuthorities(change.tlsCa),
        disabledReason: disabled && !change.disabled ? before.disabledReason : null,
        failingSinceAt: isNewStart ? null : before.failingSinceAt,
        revision: before.revision + 1,
        updatedAt: this.clock.instant(),
      };
      await this.webhooks.update(inside, webhook, newUrl === null ? null : this.secrets.sealUrl(id, newUrl));
      if (isNewStart || change.disabled) await this.alarms.end(inside, ['webhook.failing', 'webhook.disabled'], [id]);
      const { organizationId } = inside;
      if (!disabled)
        this.database.afterCommit(inside, () => this.wakeUps.publish({ topic: 'webhooks', organizationId, key: id }));
      return webhook;
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      await this.held(inside, id, expected);
      await this.webhooks.remove(inside, id);
      await this.alarms.end(inside, ['webhook.failing', 'webhook.disabled'], [id]);
    });
  }

  /** Every request is signed by the new secret and, for 24 hours, by the previous ones. */
  rotateSecret(context: Context, id: string, givenSecret?: string): Promise<{ webhook: Webhook; secret: string }> {
    const secret = this.secrets.make(givenSecret);
    return this.database.transaction(context, async (inside) => {
      const before = await this.held(inside, id, undefined);
      const oldSecrets = this.secrets.retired(before);
      await this.webhooks.setSecrets(
        inside,
        id,
        { secretSealed: this.secrets.seal(id, secret), oldSecrets },
        this.clock.instant(),
      );
      return { webhook: await this.read(inside, id), secret };
    });
  }

  /** Null keeps it, and so does sending back what was shown. */
  private newUrl(before: Webhook & SealedSecrets, written: string | undefined): string | null {
    if (written === undefined || written === before.url) return null;
    const url = this.target.accept({ type: before.type, url: written });
    return url === this.secrets.url(before) ? null : url;
  }

  /** The webhook with its row locked. */
  async held(inside: Context, id: string, expected: Expected): Promise<Webhook & SealedSecrets> {
    const webhook = await this.webhooks.findForChange(inside, id);
    if (!webhook) throw Problem.notFound('webhook', id);
    requireExpected(expected, webhook.revision);
    return webhook;
  }
}
