import { Posting } from '../posting.js';
import type { DirectoryEvent } from './company-directory.js';

interface Channel {
  readonly id: string;
  readonly event: string;
  readonly resourceId: string;
  readonly address: string;
  readonly token?: string;
  readonly endsAt: number;
  messages: number;
}

type Answer = { readonly status: number; readonly body?: object };

/** Channels as https://developers.google.com/workspace/admin/directory/v1/guides/push has them. */
export class Channels {
  readonly open = new Map<string, Channel>();
  /** How an address of the outside is reached from here: a test has no name service. */
  readonly reaches = new Map<string, string>();
  /** The longest that a channel lives, whatever is asked for. */
  mostSeconds = 21_600;
  isDuplicated = false;
  private readonly postings: Posting[] = [];
  private ids = 0;

  constructor(
    private readonly clock: { milliseconds(): number },
    private readonly emailOf: (id: string) => unknown,
  ) {}

  watch(event: string, asked: Readonly<Record<string, unknown>>): Answer {
    const { id, type, address, token, params } = asked as {
      id?: string;
      type?: string;
      address?: string;
      token?: string;
      params?: { ttl?: string };
    };
    if (!id || !/^[A-Za-z0-9\-_+/=]{1,64}$/.test(id) || type !== 'web_hook') return refusal(400, 'invalid', 'Channel');
    if (this.open.has(id)) return refusal(400, 'channelIdNotUnique', `Channel id ${id} not unique`);
    if (!address?.startsWith('https://'))
      return refusal(400, 'push.webhookUrlNotHttps', 'WebHook callback must be HTTPS');
    if ((token?.length ?? 0) > 256) return refusal(400, 'invalid', 'Token too long');
    this.ids += 1;
    const endsAt = this.clock.milliseconds() + Math.min(Number(params?.ttl ?? 3600), this.mostSeconds) * 1000;
    const channel = { id, event, resourceId: `resource-${this.ids}`, address, token, endsAt, messages: 0 };
    this.open.set(id, channel);
    this.send(channel, 'sync', '');
    return {
      status: 200,
      body: { kind: 'api#channel', id, resourceId: channel.resourceId, token, expiration: String(endsAt) },
    };
  }

  stop({ id, resourceId }: Readonly<Record<string, unknown>>): Answer {
    const channel = this.open.get(String(id));
    if (channel?.resourceId !== resourceId) return refusal(404, 'notFound', 'Channel not found');
    this.open.delete(String(id));
    return { status: 204 };
  }

  tell({ event, id }: DirectoryEvent): void {
    const body = JSON.stringify({ kind: 'admin#directory#user', id, etag: '"x"', primaryEmail: this.emailOf(id) });
    for (const channel of this.open.values())
      if (channel.event === event && channel.endsAt > this.clock.milliseconds()) this.send(channel, event, body);
  }

  end(): void {
    for (const posting of this.postings) posting.stop();
  }

  private send(channel: Channel, state: string, body: string): void {
    channel.messages += 1;
    const { origin } = new URL(channel.address);
    const headers = {
      // As the guide writes it: no parameter has this form.
      'content-type': 'application/json; utf-8',
      'x-goog-channel-id': channel.id,
      'x-goog-channel-expiration': new Date(channel.endsAt).toUTCString(),
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-state': state,
      'x-goog-message-number': String(channel.messages),
      ...(channel.token === undefined ? {} : { 'x-goog-channel-token': channel.token }),
    };
    const posting = new Posting({
      url: channel.address.replace(origin, this.reaches.get(origin) ?? origin),
      headersOf: () => headers,
      duplicated: this.isDuplicated,
    });
    this.postings.push(posting);
    posting.queue(body);
  }
}

export function refusal(status: number, reason: string, message: string): Answer {
  return { status, body: { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } } };
}
