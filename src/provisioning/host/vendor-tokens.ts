import { Injectable } from '@nestjs/common';
import { Clock, laterBy } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { Secrets } from '../../kernel/secrets.js';
import type { Connection } from '../connection/connection.js';
import { ConnectorProblem } from '../connector/connector-problem.js';
import type { KeptToken, SharedTokens, TokenRequest } from '../connector/held-token.js';
import { type Lease, Leases } from '../inbox/lease/leases.js';
import { VendorTokenRepository, type VendorTokenRow } from './vendor-token.repository.js';

const firstLookMilliseconds = 100;
const longestLookMilliseconds = 2000;
const daySeconds = 86_400;
const refreshSeconds = 30;
const keepsTried = 5;

interface SealedToken {
  readonly token: string;
  /** The latest, and the one in the settings that it came from. */
  readonly refreshToken?: string;
  readonly given?: string;
}

/**
 * Tokens that vendors issued, shared by all processes. Some vendors issue only a few a day, which a token for each
 * process would use up; with others a new token ends the old one, so processes would break each other's. A process that
 * finds no valid token requests one under a lease; the others wait, and take over if that process is killed. Refresh
 * tokens that each use replaces are kept with the tokens, whatever else changes in the settings.
 */
@Injectable()
export class VendorTokens {
  constructor(
    private readonly rows: VendorTokenRepository,
    private readonly leases: Leases,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  of(connection: Connection): SharedTokens {
    const context = systemContext(connection.organizationId, `tokens-${connection.id}`);
    return { current: (request) => this.current(context, connection, request) };
  }

  private async current(context: Context, connection: Connection, request: TokenRequest): Promise<KeptToken> {
    const { name, signal } = request;
    for (let look = firstLookMilliseconds; ; look = Math.min(2 * look, longestLookMilliseconds)) {
      const found = await this.good(context, connection, request);
      if (found) return found;
      const lease = await this.leases.acquire(context, `vendor token ${connection.id} ${name}`);
      const kept = lease && (await this.requested(context, connection, request, lease));
      if (kept) return kept;
      await this.clock.sleep(look, signal);
      signal.throwIfAborted();
    }
  }

  /** Undefined: the lease was lost. */
  private async requested(
    context: Context,
    connection: Connection,
    request: TokenRequest,
    lease: Lease,
  ): Promise<KeptToken | undefined> {
    try {
      // The previous holder of the lease may just have stored one.
      return (
        (await this.good(context, connection, request)) ?? (await this.issued(context, connection, request, lease))
      );
    } catch (error) {
      if (lease.signal.aborted && !request.signal.aborted) return undefined;
      throw error;
    } finally {
      await lease.release();
    }
  }

  private async issued(
    context: Context,
    connection: Connection,
    { name, mostADay, refreshToken, signal, ask }: TokenRequest,
    lease: Lease,
  ): Promise<KeptToken> {
    const now = this.clock.instant();
    const before = await this.rows.find(context, connection.id, name);
    const ofToday =
      before && this.isOf(connection, before)
        ? before.issuedAt.filter((issuedAt) => laterBy(issuedAt, daySeconds) > now)
        : [];
    if (mostADay !== undefined && ofToday.length >= mostADay)
      throw new ConnectorProblem(
        'rate_limited',
        `token: the vendor issues ${mostADay} in 24 hours, and these were refused before their end`,
        { retryAt: laterBy(ofToday[0], daySeconds) },
      );
    const latest = refreshToken === undefined ? undefined : this.latest(connection, name, before, refreshToken);
    // An answer that nobody waits for would take the next refresh token with it.
    const within = latest ? AbortSignal.timeout(refreshSeconds * 1000) : AbortSignal.any([signal, lease.signal]);
    const kept = await ask(within, latest);
    const sealed = { token: kept.token, refreshToken: kept.refreshToken, given: refreshToken };
    await this.keep(
      context,
      connection,
      name,
      {
        requestedWith: this.secrets.fingerprint(givenTo(connection), vendorTokenPlace(connection, 'settings')),
        tokenSealed: this.secrets.seal(
          latest ? JSON.stringify(sealed) : kept.token,
          vendorTokenPlace(connection, name),
        ),
        untilAt: kept.untilAt,
        issuedAt: [...ofToday, now].slice(-Math.max(20, mostADay ?? 0)),
      },
      latest !== undefined,
    );
    return kept;
  }

  /** The one that came with the last token, unless the settings have got another one since. */
  private latest(connection: Connection, name: string, row: VendorTokenRow | undefined, given: string): string {
    const kept = row && this.opened(row, vendorTokenPlace(connection, name));
    return (kept?.given === given && kept.refreshToken) || given;
  }

  /** A token that was not kept is requested anew; a refresh token that was not kept is lost, so it is tried again. */
  private async keep(
    context: Context,
    connection: Connection,
    name: string,
    row: VendorTokenRow,
    replaces: boolean,
  ): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.rows.keep(context, connection, name, row, replaces);
      } catch (error) {
        const about = { connectionId: connection.id, error: String(error) };
        this.log.warn(about, 'keeping a token for all processes failed');
        if (!replaces) return;
        if (tried === keepsTried) throw error;
        await this.clock.sleep(firstLookMilliseconds * 2 ** tried);
      }
    }
  }

  private async good(
    context: Context,
    connection: Connection,
    { name, refused }: TokenRequest,
  ): Promise<KeptToken | undefined> {
    const row = await this.rows.find(context, connection.id, name);
    if (!row || row.untilAt <= this.clock.instant() || !this.isOf(connection, row)) return undefined;
    const token = this.opened(row, vendorTokenPlace(connection, name))?.token;
    return token === undefined || token === refused ? undefined : { token, untilAt: row.untilAt };
  }

  /** A changed name or schedule needs no new token. */
  private isOf(connection: Connection, { requestedWith }: VendorTokenRow): boolean {
    return this.secrets.matches(requestedWith, givenTo(connection), vendorTokenPlace(connection, 'settings'));
  }

  /** A token sealed with a lost key is requested anew. */
  private opened({ tokenSealed }: VendorTokenRow, place: string): SealedToken | undefined {
    try {
      const text = this.secrets.openText(tokenSealed, place);
      return text.startsWith('{') ? (JSON.parse(text) as SealedToken) : { token: text };
    } catch {
      return undefined;
    }
  }
}

function givenTo({ settings, secrets }: Connection): string {
  return JSON.stringify(Object.entries({ ...settings, ...secrets }).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function vendorTokenPlace({ id }: Pick<Connection, 'id'>, what: string): string {
  return `connection ${id} vendor token ${what}`;
}
