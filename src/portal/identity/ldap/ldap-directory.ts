import { Injectable } from '@nestjs/common';
import type { ProviderSettings } from '../../../console/authentication-providers/provider-types.js';
import { Clock } from '../../../kernel/clock.js';
import { Reach } from '../../../kernel/reach.js';
import { type ProviderRefusal, refusal, type UngroupedPerson } from '../contract/proven-person.js';
import { groupsOf } from './directory-groups.js';
import { DirectoryLoad } from './directory-load.js';
import { type DirectoryTarget, type Entry, LdapConnection, textsOf } from './ldap-connection.js';
import { PasswordPolicyAnswer } from './password-policy.js';

const attributes = ['uid', 'sAMAccountName', 'mail', 'givenName', 'sn', 'memberOf', 'entryUUID', 'objectGUID'];

/**
 * How a directory refuses a person (RFC 4511 section 4.1.9): inappropriateAuthentication, invalidCredentials, and of
 * accounts that are locked (constraintViolation) or switched off (unwillingToPerform) at FreeIPA and 389 Directory.
 */
const [wrongKind, wrongPassword] = [48, 49];
const refusalCodes = new Set([wrongKind, wrongPassword, 19, 53]);

/** What Active Directory says of people beside code 49, in `data 532` of its message. */
const windowsWords: Readonly<Record<string, string>> = {
  '530': 'it may not be used at this hour',
  '531': 'it may not be used from here',
  '532': 'the password has expired',
  '533': 'the account is disabled',
  '701': 'the account has expired',
  '773': 'the password must be changed first',
  '775': 'the account is locked',
};

/**
 * In hexadecimal, 1330 and 1907 of https://learn.microsoft.com/windows/win32/debug/system-error-codes. They are said
 * only to whoever has shown the right password.
 */
const windowsExpired = new Set(['532', '773']);

function refusedBy(
  { code, message }: { readonly code: number; readonly message: string },
  policy: PasswordPolicyAnswer,
): ProviderRefusal {
  if (code !== wrongKind && code !== wrongPassword)
    return refusal('wrong', `The directory refuses the account: ${message.slice(0, 200)}`);
  const said = /\bdata ([0-9a-f]+)\b/i.exec(message)?.[1] ?? '';
  const word = policy.isExpired ? windowsWords['532'] : windowsWords[said];
  return refusal(
    policy.isExpired || windowsExpired.has(said) ? 'expired' : 'wrong',
    word === undefined ? 'The directory refuses the password' : `The directory refuses the password: ${word}`,
  );
}

/** What is read of a person besides. */
export interface WantedOfPerson {
  readonly claims: readonly string[];
  /** Also the groups that they are in by way of others, which takes further questions. */
  readonly withAllGroups: boolean;
}

/** Search and bind: finds the person by a filter, then asks the directory whether the password is theirs. */
@Injectable()
export class LdapDirectory {
  private readonly load: DirectoryLoad;

  constructor(
    private readonly reach: Reach,
    clock: Clock,
  ) {
    this.load = new DirectoryLoad(clock);
  }

  /** `directory` names the provider among all; `settings` as of type ldap, secrets opened. */
  async prove(
    directory: string,
    settings: ProviderSettings,
    wanted: WantedOfPerson,
    username: string,
    password: string,
  ): Promise<UngroupedPerson | ProviderRefusal> {
    if (!username.trim() || !password) return refusal('wrong', 'Username or password is empty');
    const { ResultCodeError } = await import('ldapts');
    try {
      return await this.load.run(
        directory,
        () => this.ask(settings, wanted, username.trim(), password),
        (error) => error instanceof ResultCodeError,
      );
    } catch (error) {
      return refusal('unavailable', messageOf(error));
    }
  }

  private async ask(
    settings: ProviderSettings,
    wanted: WantedOfPerson,
    username: string,
    password: string,
  ): Promise<UngroupedPerson | ProviderRefusal> {
    const { ResultCodeError } = await import('ldapts');
    return LdapConnection.within(targetOf(settings), this.reach, async (connection) => {
      const { bind_dn: name, bind_password: own } = settings as Readonly<Record<string, string | undefined>>;
      if (name) await connection.bind(name, own ?? '');
      const filter = (settings.user_filter as string).replaceAll('{username}', () => escaped(username));
      const found = await connection.search(settings.base_dn as string, {
        scope: 'sub',
        filter,
        attributes: [...attributes, ...wanted.claims],
        explicitBufferAttributes: ['objectGUID'],
        sizeLimit: 2,
      });
      if (found.length > 1) return refusal('wrong', `More than one entry fits ${settings.user_filter as string}`);
      if (found.length === 0) return refusal('wrong', 'No entry fits the filter');
      const policy = new PasswordPolicyAnswer();
      try {
        await connection.bind(found[0].dn, password, policy);
      } catch (error) {
        if (!(error instanceof ResultCodeError) || !refusalCodes.has(error.code)) throw error;
        return refusedBy(error, policy);
      }
      if (policy.isToBeChanged) return refusal('expired', `The directory refuses the password: ${windowsWords['773']}`);
      // Groups are looked at by whoever looked for the person: people may not see them.
      if (wanted.withAllGroups && name) await connection.bind(name, own ?? '');
      const groups = wanted.withAllGroups
        ? await groupsOf(connection, found[0], settings.base_dn as string)
        : textsOf(found[0].memberOf);
      return { ...personOf(found[0], username, wanted.claims), groups };
    });
  }
}

export function targetOf(settings: ProviderSettings): DirectoryTarget {
  return {
    url: settings.url as string,
    startsTls: settings.start_tls === true,
    caCertificate: (settings.ca_certificate as string | undefined) ?? null,
  };
}

function personOf(entry: Entry, username: string, claims: readonly string[]): Omit<UngroupedPerson, 'groups'> {
  const first = (name: string) => textsOf(entry[name])[0] ?? null;
  const guid = entry.objectGUID;
  const guids = Array.isArray(guid) ? guid : [guid];
  const binary = guids.find((each): each is Buffer => Buffer.isBuffer(each) && each.length > 0);
  const email = first('mail');
  return {
    subject: first('entryUUID') ?? binary?.toString('hex') ?? entry.dn,
    username: first('sAMAccountName') ?? first('uid') ?? username,
    email,
    // The organization's own directory says so.
    isEmailVerified: email !== null,
    firstName: first('givenName'),
    lastName: first('sn'),
    claims: Object.fromEntries(claims.map((name) => [name, textsOf(entry[attributeOf(entry, name)])])),
  };
}

/** Attribute names ignore case; the directory spells them as its schema does. */
function attributeOf(entry: Entry, name: string): string {
  return Object.keys(entry).find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
}

/** Not only of this realm's errors: those of sockets come from Node's. */
export function messageOf(error: unknown): string {
  const { message } = error as { readonly message?: unknown };
  return typeof message === 'string' && message ? message : 'The directory cannot be asked';
}

/** RFC 4515 section 3: a name can be no part of the filter's form. */
function escaped(text: string): string {
  return text.replaceAll(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
