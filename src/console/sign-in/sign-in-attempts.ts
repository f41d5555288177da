import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { Database, statement } from '../../database/database.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import { everyOrganization, systemContext, usherOrganizationId } from '../../kernel/context.js';
import { sha256 } from '../../kernel/secrets.js';
import { emailKey } from '../operators/operator.js';

/** For somebody from one network: their account is closed there, to nobody else. */
const mostFailures = 10;
/** For an account from all networks that it was not signed in from before. */
const mostOfAccount = 30;
/** From one network, for any account: a whole house may be behind it. */
const mostOfNetwork = 100;
/** Mails for a new password: to an account, and asked for from one network. */
const mostResets = 3;
const mostResetsOfNetwork = 20;
const knownSeconds = 30 * 24 * 3600;
const lockSeconds = 15 * 60;
const callsAMinute = 60;

/**
 * Counted before the work is done, or a burst would try more often than is allowed. The last try that is allowed starts
 * the time over, so that a lock always lasts its full time; refused tries do not lengthen it. $3 now, $4 the end of a
 * time that begins now, $5 how many tries are allowed in it.
 */
const take = statement(
  'sign_in_take',
  `
  insert into sign_in_attempts as a (organization_id, key, attempts, ends_at) values ($1, $2, 1, $4)
  on conflict (organization_id, key) do update set
    attempts = case when a.ends_at <= $3 then 1 else least(a.attempts, $5::int) + 1 end,
    ends_at = case when a.ends_at <= $3 or a.attempts + 1 = $5::int then $4 else a.ends_at end
  returning attempts, ends_at as "endsAt"`,
);
/**
 * When a second operator, in another organization, has the address $3, signing in as one of them returns only their own
 * attempt: otherwise they could open the other account for guessing.
 */
const forget = statement(
  'sign_in_forget',
  `
  with shared as materialized (select exists (select 1 from operators where email_key = $3 offset 1) as yes),
    begun as (delete from sign_in_attempts where organization_id = $1 and key = any ($2::text[]) and not (select yes
    from shared))
  update sign_in_attempts set attempts = greatest(attempts - 1, 0) where organization_id = $1 and key = any ($2::text[])
    and (select yes from shared)`,
);
const giveBack = statement(
  'sign_in_give_back',
  `
  update sign_in_attempts set attempts = greatest(attempts - 1, 0) where organization_id = $1 and key = $2`,
);
const forgetGuesses = statement(
  'sign_in_forget_guesses',
  `
  delete from sign_in_attempts where organization_id = $1 and key = $2`,
);
const remember = statement(
  'sign_in_remember',
  `
  insert into sign_in_attempts as a (organization_id, key, attempts, ends_at) values ($1, $2, 0, $3)
  on conflict (organization_id, key) do update set ends_at = greatest(a.ends_at, excluded.ends_at)`,
);
const isRemembered = statement(
  'sign_in_is_remembered',
  'select 1 from sign_in_attempts where organization_id = $1 and key = $2 and ends_at > $3',
);
interface Counted {
  readonly attempts: number;
  readonly endsAt: string;
}

/**
 * How often somebody may try, over all processes: 10 failures in 15 minutes for an e-mail address (whether or not an
 * operator has it) from one network, so that a neighbour behind the same NAT shuts nobody else out; 30 for an e-mail
 * address and 100 from a network in all. The last two do not count where the account was signed in to from that network
 * within 30 days: guessing from elsewhere does not shut its owner out. Stored as hashes.
 */
@Injectable()
export class SignInAttempts {
  private readonly context = systemContext(usherOrganizationId, 'sign-in attempts');
  private readonly everywhere = systemContext(everyOrganization, 'sign-in attempts');

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Counts a try to prove who one is. Seconds to wait when it must not be made; undefined: go on. */
  async begin(email: string, address: string): Promise<number | undefined> {
    const wait = await this.take(pairKey(email, address), mostFailures, lockSeconds);
    if (wait !== undefined || (await this.isKnown(email, address))) return wait;
    return (
      (await this.take(addressKey(address), mostOfNetwork, lockSeconds)) ??
      this.take(accountKey(email), mostOfAccount, lockSeconds)
    );
  }

  /**
   * The try was no failure: the account starts afresh (unless others have its e-mail address too), the network gets
   * back this one only, and is known from now on.
   */
  async succeeded(email: string, address: string): Promise<void> {
    await this.database.query(this.everywhere, forget, [
      usherOrganizationId,
      [accountKey(email), pairKey(email, address)],
      emailKey(email),
    ]);
    // Where the account is known, the network was not counted.
    if (!(await this.isKnown(email, address)))
      await this.database.query(this.context, giveBack, [usherOrganizationId, addressKey(address)]);
    await this.database.query(this.context, remember, [
      usherOrganizationId,
      knownKey(email, address),
      laterBy(this.clock.instant(), knownSeconds),
    ]);
  }

  /** The same within a session, which nobody outside of it can use up. */
  beginWithin(session: Buffer): Promise<number | undefined> {
    return this.take(sessionKey(session), mostFailures, lockSeconds);
  }

  async succeededWithin(session: Buffer): Promise<void> {
    await this.database.query(this.context, giveBack, [usherOrganizationId, sessionKey(session)]);
  }

  /** The same for guests, by target (a room, a code) and by source, each for itself. */
  async beginAsGuest(guessedAt: string, guest: string): Promise<number | undefined> {
    const seconds = await this.take(guessedKey(guessedAt), mostFailures, lockSeconds);
    return seconds ?? this.take(guestKey(guest), mostFailures, lockSeconds);
  }

  async succeededAsGuest(guessedAt: string, guest: string): Promise<void> {
    await this.database.query(this.context, forgetGuesses, [usherOrganizationId, guessedKey(guessedAt)]);
    await this.database.query(this.context, giveBack, [usherOrganizationId, guestKey(guest)]);
  }

  /** The try does not count: it had no outcome. */
  async givenBackAsGuest(guessedAt: string, guest: string): Promise<void> {
    await this.database.query(this.context, giveBack, [usherOrganizationId, guessedKey(guessedAt)]);
    await this.database.query(this.context, giveBack, [usherOrganizationId, guestKey(guest)]);
  }

  /** Counts somebody who forgot a password. `isEnough`: the account got as many mails as it may in 15 minutes. */
  async beginReset(email: string, address: string): Promise<{ waitSeconds: number | undefined; isEnough: boolean }> {
    const network = `resets:${hashOf(networkOf(address))}`;
    const waitSeconds = await this.take(network, mostResetsOfNetwork, lockSeconds);
    const account = await this.take(`reset:${hashOf(emailKey(email))}`, mostResets, lockSeconds);
    return { waitSeconds, isEnough: account !== undefined };
  }

  /** True the first time within so many seconds, over all processes: for what may be used once. */
  async first(what: string, seconds: number): Promise<boolean> {
    return (await this.take(`once:${hashOf(what)}`, 1, seconds)) === undefined;
  }

  /** Counts a call to a public route. Seconds to wait when there are too many from this address. */
  countCall(address: string): Promise<number | undefined> {
    return this.take(`calls:${hashOf(networkOf(address))}`, callsAMinute, 60);
  }

  private async isKnown(email: string, address: string): Promise<boolean> {
    return (
      (await this.database.one(this.context, isRemembered, [
        usherOrganizationId,
        knownKey(email, address),
        this.clock.instant(),
      ])) !== undefined
    );
  }

  private async take(key: string, limit: number, seconds: number): Promise<number | undefined> {
    const at = this.clock.instant();
    const counted = await this.database.one<Counted>(this.context, take, [
      usherOrganizationId,
      key,
      at,
      laterBy(at, seconds),
      limit,
    ]);
    if (!counted || counted.attempts <= limit) return undefined;
    return Math.max(1, Math.ceil((Date.parse(counted.endsAt) - Date.parse(at)) / 1000));
  }
}

function accountKey(email: string): string {
  return `account:${hashOf(emailKey(email))}`;
}

function pairKey(email: string, address: string): string {
  return `pair:${hashOf(`${emailKey(email)}\u001f${networkOf(address)}`)}`;
}

function guessedKey(guessedAt: string): string {
  return `guessed:${hashOf(guessedAt)}`;
}

function guestKey(guest: string): string {
  return `guest:${hashOf(guest)}`;
}

/** Told apart from a count by its name; ends when it is forgotten. */
function knownKey(email: string, address: string): string {
  return `known:${hashOf(`${emailKey(email)}\u001f${networkOf(address)}`)}`;
}

function sessionKey(tokenHash: Buffer): string {
  return `session:${tokenHash.toString('base64url')}`;
}

function addressKey(address: string): string {
  return `address:${hashOf(networkOf(address))}`;
}

/** For IPv6 the /64: a host with one address there has them all. */
function networkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.');
}

function hashOf(text: string): string {
  return sha256(text).toString('base64url');
}
