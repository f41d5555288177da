import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Reach } from '../../../kernel/reach.js';
import type { EventPayload } from '../../events/event-payload.js';
import { Transport, type OutgoingEvent, type OpenTransport } from './transport.js';
import { WebhookSecrets } from '../webhook/webhook-secrets.js';
import type { Endpoint } from '../webhook/webhook.js';
import { cefMessage } from './cef-message.js';
import { openSyslogLine, type SyslogTarget } from './syslog-line.js';
import { jsonMessage, syslogMessage } from './syslog-message.js';

const timeoutMilliseconds = 15_000;

/**
 * Events to a log server: RFC 5424 around JSON or CEF. Delivered means handed over, because syslog does not
 * acknowledge.
 */
@Injectable()
export class SyslogTransport extends Transport {
  constructor(
    private readonly reach: Reach,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {
    super();
  }

  open(endpoint: Endpoint): OpenTransport {
    const target = targetOf(this.secrets.url(endpoint), endpoint.tlsCa, this.reach);
    let line = openSyslogLine(target);
    return {
      send: async (event, signal) => {
        const startedAt = this.clock.now();
        let error: string | null = null;
        const done = new AbortController();
        try {
          if (!this.reach.allows(target.host))
            throw new Error('is a private or local address; USHER_ALLOW_PRIVATE_TARGETS permits those');
          const tooLong = this.clock.sleep(timeoutMilliseconds, AbortSignal.any([signal, done.signal])).then(() => {
            throw new Error('did not take the message in time');
          });
          tooLong.catch(() => undefined);
          await Promise.race([line.send(messageOf(endpoint, event)), tooLong]);
        } catch (failure) {
          // The next message opens a new connection.
          line.close();
          line = openSyslogLine(target);
          signal.throwIfAborted();
          error = `${target.host}: ${reasonOf(failure)}`;
        } finally {
          done.abort();
        }
        const durationMilliseconds = this.clock.milliseconds() - startedAt.getTime();
        return {
          at: startedAt.toISOString(),
          durationMilliseconds,
          status: null,
          error,
          response: null,
          retryAfterSeconds: null,
          isGone: false,
        };
      },
      close: () => line.close(),
    };
  }
}

function messageOf({ type }: Endpoint, { eventId, payload: text }: OutgoingEvent): string {
  const payload = JSON.parse(text) as EventPayload;
  return syslogMessage(
    payload,
    hostname(),
    type === 'cef' ? cefMessage(eventId, payload) : jsonMessage(eventId, payload),
  );
}

function targetOf(url: string, tlsCa: string | null, reach: Reach): SyslogTarget {
  const { protocol, hostname: host, port } = new URL(url);
  return {
    protocol: protocol.slice(0, -1) as SyslogTarget['protocol'],
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port),
    ca: tlsCa,
    lookup: reach.lookup,
  };
}

/** The system's code (ECONNREFUSED), or our own text. */
function reasonOf(failure: unknown): string {
  const { code, message } = failure as NodeJS.ErrnoException;
  return code ? `cannot be reached (${code})` : message;
}
