import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { HttpClient, OutboundFailure, type OutboundResponse } from '../../../kernel/http-client.js';
import { retryAfterSeconds } from '../../../kernel/retry-policy.js';
import { WebhookSecrets } from '../webhook/webhook-secrets.js';
import type { Endpoint } from '../webhook/webhook.js';
import { Transport, type OutgoingEvent, type OpenTransport, type SendOutcomeOfEndpoint } from './transport.js';
import { signedHeaders } from '../../../kernel/sending/webhook-signature.js';

const mostAnswerBytes = 2 ** 20;
const excerptCharacters = 500;

/**
 * Standard Webhooks over HTTP. The kernel's client refuses private addresses after resolution and follows no redirect.
 */
@Injectable()
export class HttpTransport extends Transport {
  timeoutMilliseconds = 15_000;

  constructor(
    private readonly http: HttpClient,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {
    super();
  }

  open(endpoint: Endpoint): OpenTransport {
    const [url, keys] = [this.secrets.url(endpoint), this.secrets.signingKeys(endpoint)];
    return {
      send: async (event, signal) => {
        const at = this.clock.now();
        const ended = (rest: Partial<SendOutcomeOfEndpoint>): SendOutcomeOfEndpoint => ({
          ...nothing,
          at: at.toISOString(),
          durationMilliseconds: this.clock.milliseconds() - at.getTime(),
          ...rest,
        });
        try {
          return ended(
            judged(
              await this.post(url, event, keys, at, signal),
              [...this.secrets.shownOf(endpoint), url],
              this.clock.now(),
            ),
          );
        } catch (error) {
          signal.throwIfAborted();
          return ended({ error: error instanceof OutboundFailure ? error.message : 'The request could not be sent' });
        }
      },
      close: () => undefined,
    };
  }

  private post(
    url: string,
    { eventId, payload }: OutgoingEvent,
    keys: readonly KeyObject[],
    at: Date,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    return this.http.request({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Usher-Webhooks/1',
        ...signedHeaders(eventId, at, payload, keys),
      },
      body: payload,
      timeoutMilliseconds: this.timeoutMilliseconds,
      maximumBytes: mostAnswerBytes,
      signal,
    });
  }
}

const nothing = { status: null, error: null, response: null, retryAfterSeconds: null, isGone: false };

function judged(
  { status, headers, body }: OutboundResponse,
  secrets: readonly string[],
  now: Date,
): Partial<SendOutcomeOfEndpoint> {
  return {
    status,
    response: excerpt(body, secrets),
    error: status >= 200 && status < 300 ? null : refusalOf(status),
    retryAfterSeconds: retryAfterSeconds(headers, now.getTime()) ?? null,
    isGone: status === 410,
  };
}

function refusalOf(status: number): string {
  if (status === 410) return 'The endpoint answered 410: it wants nothing more';
  return status >= 300 && status < 400
    ? `The endpoint answered ${status}: redirects are not followed`
    : `The endpoint answered ${status}`;
}

/**
 * The beginning of the answer as readable text. A receiver that echoes the request must not put the secret into the
 * log.
 */
function excerpt(body: Buffer, secrets: readonly string[]): string | null {
  let text = body.subarray(0, excerptCharacters * 4).toString('utf8');
  for (const secret of secrets) text = text.replaceAll(secret, '[redacted]').replaceAll(secret.slice(6), '[redacted]');
  return (
    text
      .replaceAll(/[\s\p{Cc}\p{Cs}\ufffd]+/gu, ' ')
      .trim()
      .slice(0, excerptCharacters) || null
  );
}
