import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import { SignInAttempts } from '../../console/sign-in/sign-in-attempts.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Ids, isUuid } from '../../kernel/ids.js';
import { macDigits } from '../../kernel/mac-address.js';
import { Secrets } from '../../kernel/secrets.js';
import type { AskedLogin, LoginAnswer } from '../../radius/door/login-door.js';
import { isRefusal, type ProvenPerson } from '../identity/contract/proven-person.js';
import { DirectoriesRepository } from '../identity/directories.repository.js';
import { ProviderSignIns } from '../identity/provider-sign-ins.js';
import { externalIdOf, PersonAccounts } from '../ways/person-accounts.js';
import { KnownPeopleRepository } from './known-people.repository.js';

/** How long an account lasts to which no portal gave an end: then the session has to ask the directory again. */
const usualSeconds = 24 * 3600;
/** A device with an old password sends it again and again, and directories lock accounts for that. */
const rememberedMilliseconds = 5 * 60_000;

/** People of directories whom RADIUS asks about: docs/decisions/0018-radius-forwards-to-its-own-process.md. */
@Injectable()
export class DirectoryLogins {
  private readonly refused: LRUCache<string, LoginAnswer & { readonly isAccepted: false }>;
  private readonly key: Buffer;

  constructor(
    private readonly directories: DirectoriesRepository,
    private readonly signIns: ProviderSignIns,
    private readonly accounts: PersonAccounts,
    private readonly known: KnownPeopleRepository,
    private readonly attempts: SignInAttempts,
    private readonly clock: Clock,
    private readonly ids: Ids,
    secrets: Secrets,
  ) {
    this.key = secrets.derivedKeys('radius-directory')[0];
    this.refused = new LRUCache({
      ...atMost(20_000),
      ttl: rememberedMilliseconds,
      perf: { now: () => clock.milliseconds() },
    });
  }

  async judge({ client, username, password, callingStationId }: AskedLogin): Promise<LoginAnswer> {
    const [organizationId] = client.split('/');
    if (!isUuid(organizationId)) return no('failed', 'The access point is not known');
    const context = systemContext(organizationId, this.ids.next(), 'radius');
    const name = username.trim().toLowerCase();
    const device = macDigits(callingStationId) ?? callingStationId;
    const shown = this.digestOf(organizationId, name, device, password);
    const before = this.refused.get(shown);
    if (before) return no(before.reason, `${before.detail}; it was not asked again for the same password`);
    const guessedAt = `radius ${organizationId} ${name}`;
    // An access point that names no device may stand for a whole house.
    const guest = `radius ${organizationId} ${device || name}`;
    if ((await this.attempts.beginAsGuest(guessedAt, guest)) !== undefined)
      return no('too_many_tries', 'No directory was asked: the name or the device failed too often in 15 minutes');
    const answer = await this.ask(context, username, password);
    if (answer.isAccepted) await this.attempts.succeededAsGuest(guessedAt, guest);
    else if (answer.reason !== 'wrong_password') await this.attempts.givenBackAsGuest(guessedAt, guest);
    if (!answer.isAccepted && isLasting(answer)) this.refused.set(shown, answer);
    return answer;
  }

  /** Asks one directory after another. If none knows the person and one is unreachable, the answer is unknown. */
  private async ask(context: Context, username: string, password: string): Promise<LoginAnswer> {
    let refused = no('unknown_user', 'The organization has no directory for sign-ins by RADIUS');
    for (const { id, name } of await this.directories.byRadius(context)) {
      const outcome = await this.signIns.byPassword(context, id, 'radius', username, password);
      if (!isRefusal(outcome)) return { isAccepted: true, username: await this.accountOf(context, id, outcome) };
      if (outcome.refused === 'not_offered' || refused.reason === 'password_expired') continue;
      if (refused.reason === 'provider_unavailable' && outcome.refused !== 'expired') continue;
      refused = no(reasons[outcome.refused], `Directory ${name}: ${outcome.detail}`);
    }
    return refused;
  }

  /** Written only on changes, or when half of its time is over: a roaming device asks often. */
  private async accountOf(context: Context, providerId: string, person: ProvenPerson): Promise<string> {
    const now = this.clock.instant();
    const until = await this.known.until(context, externalIdOf(providerId, person));
    const userId = await this.accounts.of(
      context,
      providerId,
      { ...person, email: person.isEmailVerified ? person.email : null },
      {
        portalId: null,
        comment: 'Sign-in by RADIUS with a directory',
        ...(until !== undefined && until > laterBy(now, usualSeconds / 2) ? {} : { until: laterBy(now, usualSeconds) }),
      },
    );
    return (await this.known.username(context, userId)) ?? person.username;
  }

  private digestOf(...parts: readonly string[]): string {
    return createHmac('sha256', this.key).update(JSON.stringify(parts)).digest('base64');
  }
}

const reasons = { unavailable: 'provider_unavailable', expired: 'password_expired', wrong: 'wrong_password' } as const;

/** The directory would say the same of the same password. */
function isLasting({ reason }: { readonly reason: string }): boolean {
  return reason === 'wrong_password' || reason === 'password_expired';
}

function no(reason: string, detail: string): LoginAnswer & { readonly isAccepted: false } {
  return { isAccepted: false, reason, detail };
}
