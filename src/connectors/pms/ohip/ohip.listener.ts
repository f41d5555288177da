import { createHash } from 'node:crypto';
import { jitter, RetryPolicy } from '../../../kernel/retry-policy.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import type { Link, Listens } from '../../../provisioning/connector/listens.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { OhipClient } from './ohip.client.js';
import { ohipEventChanges, streamEventOf } from './ohip.events.js';
import type { OhipSettings } from './ohip.settings.js';
import { OhipStream, type StreamEnd } from './ohip.stream.js';

/** Oracle keeps events for seven days, and wants ten seconds between two streams of one application. */
const keptSeconds = 7 * 86_400;
/** How long Oracle remembers where a reader was who does not say it. */
const rememberedSeconds = 86_400;
/** The position of a stream that has brought nothing yet: Oracle knows it. */
const begun = '-';
const pauseSeconds = 10;
const steadySeconds = 60;
/** Before the token ends; by then another is to be had. */
const renewalSeconds = 30;
const usualLifeSeconds = 3_300;
const streamRetry = new RetryPolicy({
  delays: { firstSeconds: pauseSeconds, ceilingSeconds: 300 },
  jitter: jitter.halfLater,
});

/** What an end says to operators, and how long to stay away at least. */
const ends: Readonly<Record<number, { readonly detail: string; readonly waitSeconds?: number }>> = {
  400: {
    detail:
      'OPERA Cloud refused the stream: the application must be subscribed to events and approved, the environment ' +
      'streaming enabled',
    waitSeconds: 300,
  },
  429: { detail: 'OPERA Cloud was asked for too many streams', waitSeconds: 120 },
  1000: { detail: 'OPERA Cloud closed the stream' },
  1001: { detail: 'OPERA Cloud is being maintained' },
  1006: { detail: 'The stream broke' },
  4400: { detail: 'OPERA Cloud does not accept the subscription: check chain_code', waitSeconds: 300 },
  4401: { detail: 'OPERA Cloud does not accept the token for the stream' },
  4403: { detail: 'The hotel has not approved the application for events', waitSeconds: 300 },
  4409: {
    detail:
      'Something else reads the events of this application: each connection with a stream needs an application of ' +
      'its own',
    waitSeconds: 30,
  },
  4504: { detail: 'OPERA Cloud took too long' },
};

/** The stream of business events, from the position where the last one ended. Lists and polls go on beside it. */
export class OhipListener implements Listens {
  private position: string | null = null;

  constructor(
    private readonly session: ConnectorSession<OhipSettings>,
    private readonly client: OhipClient,
    private readonly chain: string,
  ) {}

  interpret = ohipEventChanges;

  /** @throws ConnectorProblem credentials_refused, settings_invalid: what asking for a token says */
  async listen(link: Link, signal: AbortSignal): Promise<void> {
    const { clock, chance, log } = this.session;
    this.position = this.positionIn(link.history);
    let failures = 0;
    link.state('connecting');
    // No schedule: the next stream follows the end of the last one, by a pause that the end names.
    while (!signal.aborted) {
      const begunAt = clock.milliseconds();
      const end = await this.holdOnce(link, signal);
      if (signal.aborted) return;
      if (end === 'renewal') {
        await clock.sleep(pauseSeconds * 1000, signal);
        continue;
      }
      const { detail = 'The stream ended', waitSeconds = 0 } = ends[end.code] ?? {};
      link.state('lost', end.detail || detail);
      log.warn({ code: end.code, detail: end.detail || detail }, 'stream of business events lost');
      failures = clock.milliseconds() - begunAt >= steadySeconds * 1000 ? 1 : failures + 1;
      await clock.sleep(Math.max(waitSeconds, streamRetry.delaySeconds(failures, chance)) * 1000, signal);
      link.state('connecting');
    }
  }

  private async holdOnce(link: Link, signal: AbortSignal): Promise<StreamEnd | 'renewal'> {
    let token: string;
    try {
      token = await this.client.bearer(signal);
    } catch (error) {
      if (signal.aborted) return { code: 1000, detail: '' };
      if (error instanceof ConnectorProblem && error.action !== 'quarantine')
        return { code: 1006, detail: error.message };
      throw error;
    }
    let isRenewal = false;
    let taken: Promise<boolean> = Promise.resolve(true);
    const stream = new OhipStream(this.session, token, this.input(), {
      subscribed: () => {
        this.reached(this.position ?? begun, link);
        link.state('connected');
      },
      heard: () => link.heard(),
      event: (message) => {
        const before = taken;
        taken = this.take(message, link, before);
        if (link.full) void stream.pauseUntil(link.full);
      },
    });
    const over = new AbortController();
    const stop = () => stream.end();
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const renew = async () => {
      isRenewal = await this.untilRenewal(token, AbortSignal.any([over.signal, signal]));
      if (isRenewal) stream.end();
    };
    void renew();
    const end = await stream.ended;
    over.abort();
    signal.removeEventListener('abort', stop);
    // Stored in order: when the last one is, all are.
    await taken;
    if (end.code === 4401) this.client.forget(token);
    return isRenewal ? 'renewal' : end;
  }

  /** Events of the chain's other hotels are none of ours, and are not stored. */
  private async take(message: Buffer, link: Link, before: Promise<boolean>): Promise<boolean> {
    const event = streamEventOf(JSON.parse(message.toString('utf8')));
    const offset = String(event?.metadata?.offset ?? '');
    if (offset !== '' && offset === this.position) return before;
    const isOurs = typeof event?.hotelId !== 'string' || event.hotelId === this.session.settings.hotel_id;
    const stored = isOurs ? link.store(message) : true;
    if (!(await before) || !(await stored)) return false;
    if (!/^\d{1,20}$/.test(offset)) return true;
    this.reached(offset, link);
    return true;
  }

  private reached(position: string, link: Link): void {
    this.position = position;
    link.reached(`${this.streamName()} ${position}`);
  }

  private input(): string {
    const { position } = this;
    const from = position === null ? 'offsetType: highest' : `offset: "${position}"`;
    return `chainCode: "${this.chain}"${position === begun ? '' : `, ${from}`}`;
  }

  /** Of another application or chain, or too old: lists have found what it missed. */
  private positionIn({ position, lastHeardAt }: Link['history']): string | null {
    const [name, offset = ''] = (position ?? '').split(' ');
    if (name !== this.streamName() || lastHeardAt === null) return null;
    const silentSeconds = (this.session.clock.milliseconds() - Date.parse(lastHeardAt)) / 1000;
    if (offset === begun) return silentSeconds < rememberedSeconds ? begun : null;
    return /^\d{1,20}$/.test(offset) && silentSeconds < keptSeconds ? offset : null;
  }

  private streamName(): string {
    const { app_key: key, gateway_url: gateway } = this.session.settings;
    return createHash('sha256').update(`${gateway} ${key} ${this.chain}`).digest('hex').slice(0, 16);
  }

  /** Oracle ends the stream with its token. */
  private async untilRenewal(token: string, signal: AbortSignal): Promise<boolean> {
    const { clock } = this.session;
    const endsAt = endOf(token);
    const seconds =
      endsAt === undefined ? usualLifeSeconds : Math.max(1, endsAt - clock.milliseconds() / 1000 - renewalSeconds);
    await clock.sleep(Math.min(seconds, usualLifeSeconds) * 1000, signal);
    if (signal.aborted) return false;
    this.client.forget(token);
    return true;
  }
}

/** Oracle's tokens are JWTs, and say when they end, in seconds. */
function endOf(token: string): number | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
      readonly exp?: unknown;
    };
    return typeof exp === 'number' ? exp : undefined;
  } catch {
    return undefined;
  }
}
