import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../kernel/at-most.js';
import { Clock } from '../../../kernel/clock.js';
import { Settings } from '../../../kernel/settings.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import { ConnectionDirectory } from '../../connection/connection-directory.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { ScimProblem } from '../schema/scim-problem.js';
import { everyOrganization, systemContext } from '../../../kernel/context.js';
import { ConnectionTokens } from './connection-tokens.js';

/** Some older configurations send the token without `Bearer`. */
const bearerForm = /^(?:Bearer +)?([\x21-\x7e]{1,512}) *$/i;

const windowMilliseconds = 60_000;
const failuresInWindow = 30;
const requestsPerSecond = 50;
const budgetSeconds = 2;

interface Count {
  count: number;
  readonly endsAt: number;
}

/** Finds the caller: the token alone names the connection, because all directories share one address. */
@Injectable()
export class TokenGate {
  private readonly failures = new LRUCache<string, Count>(atMost(10_000));
  private readonly spent = new LRUCache<string, Count>(atMost(10_000));
  private readonly hasBudget: boolean;

  constructor(
    private readonly tokens: ConnectionTokens,
    private readonly directory: ConnectionDirectory,
    private readonly host: ConnectorHost,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.hasBudget = settings.rateLimitPerMinute > 0;
  }

  /**
   * @throws ScimProblem 401; 403 when the connection accepts nothing; 429 after too many wrong tokens or requests
   */
  async admit(request: {
    readonly authorization: string | undefined;
    readonly remoteAddress: string;
    readonly requestId: string;
  }): Promise<StoredConnection> {
    const token = bearerForm.exec(request.authorization ?? '')?.[1];
    if (!token) throw unauthenticated('Send the token of the connection as Authorization: Bearer <token>');
    const holder = await this.tokens.connectionOf(token, request.requestId);
    // Checked first, so that wrong tokens from the same address never lock out a directory with a valid one.
    if (!holder) throw this.refusal(token, request.remoteAddress);
    const connection = await this.directory.find(systemContext(everyOrganization, request.requestId), holder.id);
    if (!connection) throw this.refusal(token, request.remoteAddress);
    if (this.hasBudget) this.spend(holder.id);
    if (holder.isOff) throw new ScimProblem(403, 'The organization of this connection is disabled');
    if (!connection.enabled || connection.status === 'disabled' || connection.closing || !this.serves(connection)) {
      throw new ScimProblem(403, 'The connection of this token is switched off: enable it first');
    }
    return connection;
  }

  private serves(connection: StoredConnection): boolean {
    try {
      return this.host.definitionOf(connection).abilities.includes('serves');
    } catch (error) {
      if (error instanceof ConnectorProblem) return false;
      throw error;
    }
  }

  /** A directory with a replaced token keeps trying for weeks: it is slowed down, not locked out. */
  private refusal(token: string, remoteAddress: string): ScimProblem {
    const counts = [`token ${token.slice(0, 16)}`, `address ${remoteAddress}`].map((key) =>
      this.counted(this.failures, key, windowMilliseconds),
    );
    const worst = counts.find(({ count }) => count > failuresInWindow);
    if (worst) return tooMany('Too many requests without a valid token', this.secondsUntil(worst.endsAt));
    return unauthenticated('The token is unknown, or was replaced');
  }

  private spend(connectionId: string): void {
    const { count } = this.counted(this.spent, connectionId, budgetSeconds * 1000);
    if (count > requestsPerSecond * budgetSeconds)
      throw tooMany(`More than ${requestsPerSecond} requests a second`, budgetSeconds);
  }

  private counted(counts: LRUCache<string, Count>, key: string, milliseconds: number): Count {
    const now = this.clock.milliseconds();
    const known = counts.get(key);
    if (known && known.endsAt > now) {
      known.count += 1;
      return known;
    }
    const count = { count: 1, endsAt: now + milliseconds };
    counts.set(key, count);
    return count;
  }

  private secondsUntil(at: number): number {
    return Math.max(1, Math.ceil((at - this.clock.milliseconds()) / 1000));
  }
}

function unauthenticated(detail: string): ScimProblem {
  return new ScimProblem(401, detail, undefined, { 'www-authenticate': 'Bearer realm="usher"' });
}

function tooMany(detail: string, seconds: number): ScimProblem {
  return new ScimProblem(429, `${detail}: try again in ${seconds} s`, undefined, { 'retry-after': String(seconds) });
}
