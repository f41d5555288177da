import { type Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Cursor } from '../../../provisioning/connector/cursor.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type {
  KeptSubscription,
  Subscriptions,
  SubscriptionTerms,
} from '../../../provisioning/connector/subscriptions.js';
import { isInstant, vendorInstant } from '../../../provisioning/connector/vendor-record.js';
import type { EntraClient } from './entra.client.js';
import type { EntraSettings } from './entra.settings.js';
import type { EntraSubscription } from './entra.wire.js';

/** At most 41,760 minutes (https://learn.microsoft.com/graph/api/resources/subscription); a day less. */
const lifeSeconds = 28 * 86_400;
const daySeconds = 86_400;

interface Held {
  readonly id: string;
  readonly endsAt: Instant;
}

/** Notifications of people, and of groups where some are chosen: asked for, and for longer at half of their time. */
export class EntraSubscriptions implements Subscriptions {
  constructor(
    private readonly client: EntraClient,
    private readonly settings: Pick<EntraSettings, 'notification_secret' | 'groups'>,
    private readonly clock: Clock,
  ) {}

  async keep({ kept, address, isChanged }: SubscriptionTerms, signal: AbortSignal): Promise<KeptSubscription> {
    const now = this.clock.instant();
    const before = heldIn(kept);
    const resources = this.settings.notification_secret
      ? ['users', ...(this.settings.groups.length > 0 ? ['groups'] : [])]
      : [];
    const held: Record<string, Held> = {};
    for (const resource of resources) {
      const renewed = before[resource] && !isChanged ? await this.renew(before[resource].id, signal) : undefined;
      held[resource] = renewed ?? (await this.subscribe(resource, address, signal));
    }
    for (const [resource, { id }] of Object.entries(before))
      if (held[resource]?.id !== id) await this.remove(id, signal);
    const ends = Object.values(held).map(({ endsAt }) => (Date.parse(endsAt) - Date.parse(now)) / 1000);
    return {
      kept: { held },
      renewAt: laterBy(now, ends.length > 0 ? Math.max(60, Math.min(...ends) / 2) : daySeconds),
    };
  }

  async end(kept: Cursor, signal: AbortSignal): Promise<void> {
    for (const { id } of Object.values(heldIn(kept))) await this.remove(id, signal);
  }

  private async remove(id: string, signal: AbortSignal): Promise<void> {
    await this.client.subscription(`/${id}`, { method: 'DELETE' }, signal);
  }

  private async subscribe(resource: string, address: string, signal: AbortSignal): Promise<Held> {
    const body = {
      // Made, changed and put into the recycle bin are all `updated` for people and groups.
      changeType: 'updated,deleted',
      resource: `/${resource}`,
      notificationUrl: address,
      lifecycleNotificationUrl: address,
      expirationDateTime: this.lastInstant(),
      clientState: this.settings.notification_secret,
    };
    return heldOf(await this.client.subscription('', { method: 'POST', body }, signal));
  }

  /** Undefined when it is not there any more. */
  private async renew(id: string, signal: AbortSignal): Promise<Held | undefined> {
    const body = { expirationDateTime: this.lastInstant() };
    const answer = await this.client.subscription(`/${id}`, { method: 'PATCH', body }, signal);
    return answer && heldOf({ id, ...answer });
  }

  private lastInstant(): Instant {
    return laterBy(this.clock.instant(), lifeSeconds);
  }
}

function heldOf(answer: EntraSubscription | undefined): Held {
  const { id, expirationDateTime } = answer ?? {};
  const endsAt = vendorInstant(expirationDateTime);
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id) || !endsAt)
    throw new ConnectorProblem('upstream_broken', 'subscription: the answer has no id or no end');
  return { id, endsAt };
}

function heldIn(kept: Cursor | null): Readonly<Record<string, Held>> {
  const entries = Object.entries((kept?.held ?? {}) as Record<string, Partial<Held>>);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, Held] => typeof entry[1].id === 'string' && isInstant(entry[1].endsAt)),
  );
}
