import { type Clock, type Instant, instantAt, laterBy } from '../../../kernel/clock.js';
import type { Cursor } from '../../../provisioning/connector/cursor.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type {
  KeptSubscription,
  Subscriptions,
  SubscriptionTerms,
} from '../../../provisioning/connector/subscriptions.js';
import { isInstant } from '../../../provisioning/connector/vendor-record.js';
import type { WorkspaceClient } from './google-workspace.client.js';
import type { WorkspaceSettings } from './google-workspace.settings.js';
import { watchedEvents } from './google-workspace.wire.js';

/** What is asked for; Google gives what it gives, and says until when. */
const wantedSeconds = 21_600;
const daySeconds = 86_400;

interface Channel {
  readonly id: string;
  readonly resourceId: string;
  readonly endsAt: Instant;
}

/** Channels cannot be made longer: at half of their time new ones are opened, then the former are closed. */
export class WorkspaceChannels implements Subscriptions {
  constructor(
    private readonly client: WorkspaceClient,
    private readonly settings: Pick<WorkspaceSettings, 'channel_token'>,
    private readonly connectionId: string,
    private readonly clock: Clock,
  ) {}

  async keep({ kept, address }: SubscriptionTerms, signal: AbortSignal): Promise<KeptSubscription> {
    const now = this.clock.instant();
    const { channel_token: token } = this.settings;
    const channels: Channel[] = [];
    for (const event of token ? watchedEvents : []) channels.push(await this.open(event, address, token!, signal));
    if (kept) await this.end(kept, signal);
    const ends = channels.map(({ endsAt }) => (Date.parse(endsAt) - Date.parse(now)) / 1000);
    return {
      kept: { channels },
      renewAt: laterBy(now, ends.length > 0 ? Math.max(60, Math.min(...ends) / 2) : daySeconds),
    };
  }

  async end(kept: Cursor, signal: AbortSignal): Promise<void> {
    for (const { id, resourceId } of channelsIn(kept)) await this.client.stop({ id, resourceId }, signal);
  }

  private async open(event: string, address: string, token: string, signal: AbortSignal): Promise<Channel> {
    // Unique for ever, as Google wants it.
    const id = `${this.connectionId}-${event}-${this.clock.milliseconds()}`;
    const channel = { id, type: 'web_hook', address, token, params: { ttl: String(wantedSeconds) } };
    const { resourceId, expiration } = await this.client.watch(event, channel, signal);
    const endsAt = instantAt(Number(expiration));
    if (typeof resourceId !== 'string' || !endsAt)
      throw new ConnectorProblem('upstream_broken', 'watch: the answer has no resourceId or no expiration');
    return { id, resourceId, endsAt };
  }
}

function channelsIn(kept: Cursor | null): readonly Channel[] {
  const { channels } = (kept ?? {}) as { readonly channels?: unknown };
  if (!Array.isArray(channels)) return [];
  return (channels as Partial<Channel>[]).filter(
    (each): each is Channel =>
      typeof each.id === 'string' && typeof each.resourceId === 'string' && isInstant(each.endsAt),
  );
}
