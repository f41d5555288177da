import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import { RadiusPasswords } from '../../console/passwords/radius-passwords.js';
import { codeKey } from '../../console/vouchers/voucher.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { macDigits } from '../../kernel/mac-address.js';
import { withPlainDigits } from '../../kernel/plain-digits.js';
import { usernameKey } from '../../kernel/username-key.js';
import { PortalAttempts, type Tried } from '../admission/attempts.js';
import type { Registered, Registration } from '../admission/registration.js';
import { Registrations } from '../admission/registrations.js';
import type { GatewayArrival } from '../gateways/contract/gateway.js';
import { type Allowed, AllowedAccounts, type Denied, type Station } from './allowed-accounts.js';
import { DirectoryPeople } from './directory-people.js';
import { KnownAccountsRepository } from './known-accounts.repository.js';
import { MadeAccounts } from './made-accounts.js';
import type { GuestProof, GuestRefusalReason, Verdict } from './proof.js';
import { RoomSurname } from './room-surname.js';

type Person = Pick<Registered, 'firstName' | 'lastName' | 'email' | 'phone' | 'madeAccount'>;
/** Somebody is proven to be the holder of an account that may enter now. */
interface Proven {
  readonly decision: 'proven';
  readonly account: Allowed;
  /** Where it is not the proof's own. */
  readonly method?: string;
  readonly person?: Person;
}

const refused = (reason: GuestRefusalReason, field: string | null = null): Verdict => ({
  decision: 'refused',
  field,
  reason,
});
const daySeconds = 24 * 3600;

/** How a guest proves who they are; whoever does is registered. */
@Injectable()
export class WaysIn {
  constructor(
    private readonly rooms: RoomSurname,
    private readonly accounts: AllowedAccounts,
    private readonly known: KnownAccountsRepository,
    private readonly made: MadeAccounts,
    private readonly registrations: Registrations,
    private readonly attempts: PortalAttempts,
    private readonly passwords: RadiusPasswords,
    private readonly clock: Clock,
    private readonly directories: DirectoryPeople,
  ) {}

  async prove(
    context: Context,
    portal: CaptivePortal,
    proof: GuestProof,
    arrival: GatewayArrival,
    language: string,
  ): Promise<Verdict> {
    if (!isOffered(portal, proof)) return refused('method_not_offered');
    const turn = proof.by === 'voucher' ? await this.waitToShow(context, portal, proof.code, arrival) : undefined;
    if (turn !== undefined) return { decision: 'wait', seconds: turn };
    const tries = this.triesOf(portal, proof, arrival);
    const seconds = await this.attempts.begin(context, portal.id, tries);
    if (seconds !== undefined) return { decision: 'wait', seconds };
    const outcome = await this.judge(context, portal, proof, arrival);
    if (isUnknown(outcome)) await this.attempts.givenBack(context, portal.id, tries);
    if (outcome.decision !== 'proven') {
      if (proof.by === 'room_surname' && !isUnknown(outcome)) await this.attempts.failedAtRoom(context, portal);
      if (outcome.decision === 'refused' && outcome.reason === 'unknown_voucher')
        await this.attempts.failedAtVoucher(context, portal, arrival.gatewayId);
      return outcome;
    }
    await this.attempts.succeeded(context, portal.id, tries);
    const { account, person, method = proof.by } = outcome;
    const registration = await this.registrations.register(context, {
      portalId: portal.id,
      method,
      username: account.username,
      userId: account.userId,
      voucherId: account.voucherId,
      ...person,
      mac: arrival.clientMac,
      ssid: arrival.ssid,
      accessPoint: arrival.accessPointMac ?? arrival.nasId,
      language,
      consents: proof.consents,
      until: account.until,
    });
    return { decision: 'enter', registration };
  }

  private async judge(
    context: Context,
    portal: CaptivePortal,
    proof: GuestProof,
    arrival: GatewayArrival,
  ): Promise<Proven | Verdict> {
    const station: Station = { mac: digitsOf(arrival), ssid: arrival.ssid };
    switch (proof.by) {
      case 'room_surname': {
        const found = await this.rooms.find(context, portal, proof, station);
        if (found.decision !== 'found') return found;
        const { firstName, lastName, email, phone } = found.person;
        return { decision: 'proven', account: found.account, person: { firstName, lastName, email, phone } };
      }
      case 'voucher':
        return this.byVoucher(context, proof.code, station);
      case 'username_password':
        return this.byPassword(context, portal, proof, station);
      case 'terms_only': {
        if (!proof.consents?.some(({ kind }) => kind === 'terms')) return refused('terms_not_accepted', 'terms');
        const account = await this.made.ofDevice(context, portal, station);
        return account.isAllowed
          ? { decision: 'proven', account, person: { madeAccount: true } }
          : refused('not_allowed');
      }
      case 'remembered':
        return this.remembered(context, portal, station);
    }
  }

  private async byVoucher(context: Context, typed: string, station: Station): Promise<Proven | Verdict> {
    // Names of users are known to many: one that is shown as a code must not spare the password.
    const code = await this.known.voucherCode(context, codeKey(typed.slice(0, 64)));
    if (code === undefined) return refused('unknown_voucher', 'code');
    return proven(
      await this.accounts.ofCode(context, code, station),
      { voucher_expired: 'voucher_expired', voucher_disabled: 'voucher_expired' },
      'code',
    );
  }

  private async byPassword(
    context: Context,
    portal: CaptivePortal,
    proof: Extract<GuestProof, { by: 'username_password' }>,
    station: Station,
  ): Promise<Proven | Verdict> {
    const { username, password } = proof;
    const isOfUsers = portal.methods.includes('username_password');
    const user = isOfUsers ? await this.userNamed(context, username) : undefined;
    // A user who has a password here is not asked about elsewhere: no directory is to see it.
    if (!user?.stored && portal.methods.includes('provider'))
      return this.directories.find(context, portal, proof, station);
    // Compared with something even so: an answer in less time would tell whether there is such a user.
    const isRight = this.passwords.matches(password.slice(0, 256), user?.stored ?? nobodysPassword);
    if (!user?.stored || !isRight) return refused('wrong_password', 'password');
    return proven(await this.accounts.ofUser(context, user.id, station), {}, null);
  }

  /** By the name as it was typed, else as a keyboard of other digits, or of full-width letters, means it. */
  private async userNamed(context: Context, typed: string) {
    const [key, plain] = [usernameKey(typed), plainKey(typed)];
    const user = await this.known.passwordOf(context, key);
    return user ?? (plain === key ? undefined : this.known.passwordOf(context, plain));
  }

  /** A device that came in here within `remember_days`, while what let it in still does. */
  private async remembered(context: Context, portal: CaptivePortal, station: Station): Promise<Proven | Verdict> {
    const before = station.mac === null ? undefined : await this.knownDevice(context, portal, station.mac);
    if (!before) return refused('not_remembered');
    const account = await (before.userId === null
      ? this.accounts.ofCode(context, before.username, station)
      : this.accounts.ofUser(context, before.userId, station));
    if (!account.isAllowed) return refused('not_remembered');
    const { firstName, lastName, email, phone } = before;
    const method = isConfirmed(before, portal) ? before.method : proofByDevice;
    return { decision: 'proven', account, method, person: { firstName, lastName, email, phone } };
  }

  /**
   * What let this device in, and may do so again: within `remember_days`, or as long as access lasts that somebody
   * confirmed after the gateway was told a shorter time.
   */
  async knownDevice(context: Context, portal: CaptivePortal, mac: string): Promise<Registration | undefined> {
    const before = await this.registrations.ofDevice(context, portal.id, mac);
    if (!before || isConfirmed(before, portal)) return before;
    const { methods, rememberDays } = portal;
    if (!methods.includes('remembered') || !rememberDays) return undefined;
    return before.since > laterBy(this.clock.instant(), -rememberDays * daySeconds) ? before : undefined;
  }

  /** While codes are guessed at. A device that is in may show its next code at once. */
  private async waitToShow(
    context: Context,
    portal: CaptivePortal,
    typed: string,
    arrival: GatewayArrival,
  ): Promise<number | undefined> {
    const place = arrival.gatewayId ?? portal.id;
    if (!(await this.attempts.areCodesGuessedAt(context, portal.id, place))) return undefined;
    const mac = digitsOf(arrival);
    if (mac !== null && (await this.registrations.ofDevice(context, portal.id, mac)) !== undefined) return undefined;
    return this.attempts.waitForTurn(context, portal.id, place, deviceOf(arrival) ?? markOf(typed));
  }

  /** What a try counts against: the device, and what is guessed at. */
  private triesOf(portal: CaptivePortal, proof: GuestProof, arrival: GatewayArrival): Tried[] {
    if (proof.by === 'terms_only' || proof.by === 'remembered') return [];
    const device = deviceOf(arrival);
    const ofDevice: Tried[] =
      device === null ? [] : [{ kind: 'device', subject: device, failures: 5, withinMinutes: 10, lockMinutes: 10 }];
    if (proof.by === 'room_surname') return [...ofDevice, this.rooms.tries(portal, proof.room)];
    if (proof.by === 'voucher') return ofDevice;
    const subject = plainKey(proof.username).slice(0, 128);
    return [...ofDevice, { kind: 'account', subject, failures: 10, withinMinutes: 15, lockMinutes: 15 }];
  }
}

function plainKey(username: string): string {
  return usernameKey(withPlainDigits(username));
}

/** One form is for users and for people of a directory. */
function isOffered({ methods, providerMinutes }: CaptivePortal, { by }: GuestProof): boolean {
  const areConfirmed =
    methods.includes('self_registration') || methods.includes('approval') || providerMinutes !== null;
  return (
    methods.includes(by) ||
    (by === 'username_password' && methods.includes('provider')) ||
    (by === 'remembered' && areConfirmed)
  );
}

const proofByDevice = 'remembered';

/** Who was out for minutes, to sign in or to pay by card, comes back from there by the gateway. */
function isConfirmed({ method, paidBy }: Registration, { providerMinutes }: CaptivePortal): boolean {
  if (providerMinutes !== null && (method === 'provider' || paidBy === 'card')) return true;
  return method === 'self_registration' || method === 'approval';
}

/** Nothing has failed: more is asked for, nobody could be asked, or the password was right. */
function isUnknown(outcome: Proven | Verdict): boolean {
  return (
    (outcome.decision === 'third_fact' && !outcome.isFailure) ||
    (outcome.decision === 'refused' && ['provider_unavailable', 'password_expired'].includes(outcome.reason))
  );
}

/** base64 of 64 bytes that are no digest of anything, and a salt. */
const nobodysPassword = Buffer.alloc(72).toString('base64');

function proven(
  account: Allowed | Denied,
  words: Readonly<Record<string, GuestRefusalReason>>,
  field: string | null,
): Proven | Verdict {
  if (account.isAllowed) return { decision: 'proven', account };
  const reason = words[account.reason];
  return reason ? refused(reason, field) : refused('not_allowed');
}

function deviceOf(arrival: GatewayArrival): string | null {
  return digitsOf(arrival) ?? arrival.clientAddress?.slice(0, 64) ?? null;
}

/** Stands for whoever shows this code where the gateway tells of no device. No code is kept. */
function markOf(code: string): string {
  return createHash('sha256')
    .update(codeKey(code.slice(0, 64)))
    .digest('hex')
    .slice(0, 32);
}

function digitsOf({ clientMac }: GatewayArrival): string | null {
  return clientMac === null ? null : (macDigits(clientMac) ?? null);
}
