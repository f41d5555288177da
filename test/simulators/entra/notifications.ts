import { Posting } from '../posting.js';
import { refused } from './delta-rounds.js';
import type { Happening } from './directory.js';

interface Subscription {
  readonly id: string;
  readonly resource: string;
  readonly changeType: string;
  readonly notificationUrl: string;
  readonly lifecycleNotificationUrl?: string;
  readonly clientState?: string;
  expirationDateTime: string;
}

const mostMinutes = 41_760;
/** https://learn.microsoft.com/graph/change-notifications-delivery-webhooks. */
const answerMilliseconds = 3000;

type Answer = { readonly status: number; readonly body?: object };

/** Subscriptions, and what is sent by them: late, twice, and in another order where that is switched on. */
export class Notifications {
  readonly subscriptions = new Map<string, Subscription>();
  /** How an address of the outside is reached from here: a test has no name service. */
  readonly reaches = new Map<string, string>();
  readonly postings: Posting[] = [];
  isDuplicated = false;
  /** Subscriptions can neither be made nor ended for a while. */
  isDown = false;
  /** What happens between a renewal and its answer. */
  whileRenewing: (() => Promise<void>) | null = null;
  private ids = 0;

  constructor(
    private readonly clock: { milliseconds(): number },
    private readonly tenantId: string,
  ) {}

  async subscribe(asked: Partial<Subscription>): Promise<Answer> {
    const { notificationUrl = '', lifecycleNotificationUrl, expirationDateTime = '', clientState = '' } = asked;
    if (this.isDown) return refused(503, 'ServiceUnavailable', 'Try again later.');
    for (const url of [notificationUrl, lifecycleNotificationUrl ?? notificationUrl]) {
      if (!url.startsWith('https://')) return refused(400, 'InvalidRequest', 'The address must begin with https');
      if (!(await this.validates(url)))
        return refused(
          400,
          'ValidationError',
          'Subscription validation request failed. The endpoint must respond with 200 OK.',
        );
    }
    if (clientState.length > 128) return refused(400, 'InvalidRequest', 'clientState is too long');
    const problem = this.lifeProblem(expirationDateTime);
    if (problem) return problem;
    this.ids += 1;
    const id = `33000000-0000-4000-8000-${String(this.ids).padStart(12, '0')}`;
    this.subscriptions.set(id, { ...(asked as Subscription), id });
    const { clientState: _kept, ...shown } = asked;
    return { status: 201, body: { ...shown, id } };
  }

  async renew(id: string, { expirationDateTime = '' }: Partial<Subscription>): Promise<Answer> {
    const known = this.subscriptions.get(id);
    if (!known) return refused(404, 'ResourceNotFound', 'The object was not found.');
    const problem = this.lifeProblem(expirationDateTime);
    if (problem) return problem;
    known.expirationDateTime = expirationDateTime;
    await this.whileRenewing?.();
    const { clientState: _kept, ...shown } = known;
    return { status: 200, body: shown };
  }

  end(id: string): Answer {
    if (this.isDown) return refused(503, 'ServiceUnavailable', 'Try again later.');
    return this.subscriptions.delete(id) ? { status: 204 } : refused(404, 'ResourceNotFound', 'Not found.');
  }

  tell({ resource, id }: Happening, isForGood: boolean): void {
    const type = resource === 'users' ? 'User' : 'Group';
    for (const each of this.subscriptions.values())
      if (each.resource === `/${resource}`)
        this.send(each.notificationUrl, each, {
          changeType: isForGood ? 'deleted' : 'updated',
          resource: `${type}s/${id}`,
          resourceData: { '@odata.type': `#Microsoft.Graph.${type}`, '@odata.id': `${type}s/${id}`, id },
        });
  }

  /** News of the subscriptions themselves; a removed one is removed. */
  lifecycle(lifecycleEvent: 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed'): void {
    for (const each of this.subscriptions.values()) {
      if (lifecycleEvent === 'subscriptionRemoved') this.subscriptions.delete(each.id);
      if (each.lifecycleNotificationUrl) this.send(each.lifecycleNotificationUrl, each, { lifecycleEvent });
    }
  }

  stop(): void {
    for (const posting of this.postings) posting.stop();
  }

  private send(url: string, { id, clientState, expirationDateTime }: Subscription, what: object): void {
    if (Date.parse(expirationDateTime) < this.clock.milliseconds()) return;
    const posting = new Posting({
      url: this.reached(url),
      timeoutMilliseconds: answerMilliseconds,
      duplicated: this.isDuplicated,
    });
    this.postings.push(posting);
    const said = { subscriptionId: id, subscriptionExpirationDateTime: expirationDateTime, tenantId: this.tenantId };
    posting.queue(JSON.stringify({ value: [{ ...said, clientState, ...what }] }));
  }

  private async validates(url: string): Promise<boolean> {
    const token = `Validation: Testing client application reachability for subscription Request-Id: ${this.ids}`;
    try {
      const answer = await fetch(`${this.reached(url)}?validationToken=${encodeURIComponent(token)}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        signal: AbortSignal.timeout(10_000),
      });
      const isText = answer.headers.get('content-type')?.startsWith('text/plain') ?? false;
      return answer.status === 200 && isText && (await answer.text()) === token;
    } catch {
      return false;
    }
  }

  private reached(url: string): string {
    const { origin } = new URL(url);
    return url.replace(origin, this.reaches.get(origin) ?? origin);
  }

  private lifeProblem(expirationDateTime: string): Answer | undefined {
    const minutes = (Date.parse(expirationDateTime) - this.clock.milliseconds()) / 60_000;
    return minutes > 0 && minutes <= mostMinutes
      ? undefined
      : refused(400, 'InvalidRequest', 'Subscription expiration can only be 41760 minutes in the future.');
  }
}
