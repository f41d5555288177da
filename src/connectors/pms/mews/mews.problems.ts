import type { Chance } from '../../../kernel/chance.js';
import type { Clock } from '../../../kernel/clock.js';
import { jsonOf, type OutboundResponse } from '../../../kernel/http-client.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';

/** Mews could not bear the question; a smaller one may do. `answered`: it said so, rather than fell silent. */
export class TooHeavy extends ConnectorProblem {
  constructor(message: string, readonly answered: boolean) {
    super(answered ? 'upstream_broken' : 'unreachable', message);
  }
}

/** What a refusal means: https://docs.mews.com/connector-api/guidelines/responses */
export function problemOf(operation: string, answer: OutboundResponse, secrets: readonly string[]): ConnectorProblem {
  const { status } = answer;
  const said = `${operation}: ${status}${saidBy(answer, secrets)}`;
  switch (status) {
    case 400: return new ConnectorProblem(/cursor/i.test(said) ? 'cursor_expired' : 'settings_invalid', said);
    // 401 is also "this operation is not yours" and "the integration is switched off in this hotel".
    case 401: return new ConnectorProblem('credentials_refused', `${said}; check both tokens, whether the integration is enabled in this hotel, and whether it may use this operation`);
    case 403: return new ConnectorProblem('settings_invalid', said);
    case 404: return new ConnectorProblem('settings_invalid', `${said}; base_url is probably not a Mews platform address`);
    case 408:
    case 413: return new TooHeavy(said, true);
    case 409: return new ConnectorProblem('upstream_broken', said);
  }
  if (status >= 300 && status < 400) return new ConnectorProblem('settings_invalid', `${said}; base_url leads elsewhere`);
  if (status >= 400 && status < 500) return new ConnectorProblem('settings_invalid', said);
  return new ConnectorProblem('upstream_broken', said);
}

function saidBy(answer: OutboundResponse, secrets: readonly string[]): string {
  const body = jsonOf(answer) as { readonly Message?: unknown; readonly RequestId?: unknown } | null | undefined;
  const requestId = answer.headers['request-id'] ?? (typeof body?.RequestId === 'string' ? body.RequestId : undefined);
  // Details may hold the whole request with its tokens; Message is for people.
  const message = typeof body?.Message === 'string' && answer.status < 500 ? ` ${withoutSecrets(body.Message, secrets).slice(0, 200)}` : '';
  return `${message}${requestId ? ` (request ${requestId})` : ''}`;
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text);
}

const firstWaitSeconds = 10;
const longestWaitSeconds = 600;

/** Nothing is sent while Mews asked for silence: ignoring its limits can get an integration blocked. */
export class Backoff {
  private until = 0;
  private refusals = 0;

  constructor(private readonly clock: Clock, private readonly chance: Chance) {}

  /** @throws ConnectorProblem rate_limited while the wait lasts */
  check(): void {
    if (this.clock.milliseconds() < this.until) throw this.problem('still waiting, as Mews asked');
  }

  begin(operation: string, retryAfter: string | undefined): ConnectorProblem {
    this.refusals += 1;
    const waitSeconds = secondsOf(retryAfter, this.clock) ?? this.growingWait();
    this.until = Math.max(this.until, Math.ceil(this.clock.milliseconds() + waitSeconds * 1000));
    return this.problem(`${operation}: 429, too many requests`);
  }

  over(): void {
    this.refusals = 0;
  }

  /** Doubles with each refusal in a row, plus up to half as much again so that several processes do not return together. */
  private growingWait(): number {
    return Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** (this.refusals - 1)) * (1 + this.chance.fraction() / 2);
  }

  private problem(message: string): ConnectorProblem {
    return new ConnectorProblem('rate_limited', message, { retryAt: new Date(this.until).toISOString() });
  }
}

/** Retry-After is seconds or a date. */
function secondsOf(header: string | undefined, clock: Clock): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - clock.milliseconds()) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) : undefined;
}
