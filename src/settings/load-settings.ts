import ipaddr from 'ipaddr.js';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { Settings } from '../kernel/settings.js';
import { databaseAddress } from './database-address.js';
import { KeyFolder } from './key-folder.js';
import { smtpSender, smtpServer, smtpSettings } from './smtp-settings.js';

/** Every wrong setting, in words an operator can act on. */
export class SettingsRefused extends Error {
  override readonly name = 'SettingsRefused';

  constructor(readonly problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
type Rule = (text: string) => unknown;

const defaultsFile = new URL('../../config/default.yaml', import.meta.url);

/** Name in default.yaml, environment variable, rule. A rule returns the value or throws what is wrong with it. */
const known: readonly (readonly [string, string, Rule])[] = [
  ['port', 'PORT', integer(0, 65_535)],
  ['host', 'HOST', (text) => text],
  ['base_url', 'USHER_BASE_URL', httpAddress],
  ['database_url', 'DATABASE_URL', databaseAddress],
  ['listen_database_url', 'USHER_LISTEN_DATABASE_URL', databaseAddress],
  ['read_database_url', 'USHER_READ_DATABASE_URL', databaseAddress],
  ['prepared_statements', 'USHER_PREPARED_STATEMENTS', yesOrNo],
  ['data_dir', 'USHER_DATA_DIR', (text) => path.resolve(text)],
  ['token', 'USHER_TOKEN', token],
  ['master_key', 'USHER_MASTER_KEY', masterKeys],
  ['role', 'USHER_ROLE', oneOf('all', 'api', 'worker')],
  ['rate_limit', 'USHER_RATE_LIMIT', integer(0, 1_000_000)],
  ['console', 'USHER_CONSOLE', yesOrNo],
  ['console_rate_limit', 'USHER_CONSOLE_RATE_LIMIT', integer(0, 1_000_000)],
  ['console_insecure', 'USHER_CONSOLE_INSECURE', yesOrNo],
  ['portal_rate_limit', 'USHER_PORTAL_RATE_LIMIT', integer(0, 10_000_000)],
  ['body_memory', 'USHER_BODY_MEMORY', integer(96, 65_536)],
  ['trusted_proxies', 'USHER_TRUSTED_PROXIES', networks],
  ['allow_private_targets', 'USHER_ALLOW_PRIVATE_TARGETS', yesOrNo],
  ['drop_dir', 'USHER_DROP_DIR', (text) => (text === '' ? null : path.resolve(text))],
  ['vendors_dir', 'USHER_VENDORS_DIR', (text) => (text === '' ? null : path.resolve(text))],
  ['cors_origins', 'USHER_CORS_ORIGINS', origins],
  ['log_level', 'USHER_LOG_LEVEL', oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent')],
  ['certificate_keys', 'USHER_CERTIFICATE_KEYS', oneOf('ec', 'rsa')],
  ['profile_signing_file', 'USHER_PROFILE_SIGNING_FILE', signingFile],
  ['smtp_url', 'USHER_SMTP_URL', smtpServer],
  ['smtp_from', 'USHER_SMTP_FROM', smtpSender],
  ['smtp_tls', 'USHER_SMTP_TLS', oneOf('required', 'optional', 'none')],
  ['smtp_timeout', 'USHER_SMTP_TIMEOUT', integer(1, 60)],
  ['digest_hour', 'USHER_DIGEST_HOUR', integer(0, 23)],
  ['authentication_log_days', 'USHER_AUTHENTICATION_LOG_DAYS', integer(1, 3650)],
  ['accounting_days', 'USHER_ACCOUNTING_DAYS', integer(1, 3650)],
  ['guest_registration_days', 'USHER_GUEST_REGISTRATION_DAYS', integer(1, 3650)],
  ['radius_address', 'USHER_RADIUS_ADDRESS', (text) => text],
  ['radius_auth_port', 'USHER_RADIUS_AUTH_PORT', integer(1, 65_535)],
  ['radius_acct_port', 'USHER_RADIUS_ACCT_PORT', integer(1, 65_535)],
  ['radius_radsec_port', 'USHER_RADIUS_RADSEC_PORT', integer(1, 65_535)],
];

/** Every environment variable that has an effect. */
export const settingVariables: readonly string[] = known.map(([, variable]) => variable);

/**
 * Reads config/default.yaml and overrides it by the environment; generates the master key if none is given.
 * @throws SettingsRefused naming every wrong value at once
 */
export function loadSettings(environment: Environment): Settings {
  const defaults = parse(readFileSync(defaultsFile, 'utf8')) as Record<string, unknown>;
  const problems: string[] = unknownNames(environment);
  const values: Record<string, unknown> = {};
  for (const [name, variable, rule] of known) {
    const given = environment[variable] ?? '';
    const text = given === '' ? String(defaults[name] ?? '') : given;
    try {
      values[name] = rule(text.trim());
    } catch (error) {
      problems.push(`${variable}: ${(error as Error).message}`);
    }
  }
  if (values.smtp_url && values.smtp_from === null)
    problems.push('USHER_SMTP_FROM: is needed beside USHER_SMTP_URL, such as alerts@example.com');
  if (values.listen_database_url && values.database_url === null)
    problems.push('USHER_LISTEN_DATABASE_URL: is another way to the database of DATABASE_URL, which is not given');
  if (values.read_database_url && values.database_url === null)
    problems.push('USHER_READ_DATABASE_URL: names a standby of the database of DATABASE_URL, which is not given');
  if (problems.length > 0) throw new SettingsRefused(problems);
  return withKeys(values);
}

function withKeys(values: Record<string, unknown>): Settings {
  return {
    port: values.port as number,
    host: values.host as string,
    baseUrl: values.base_url as string | null,
    databaseUrl: values.database_url as string | null,
    listenDatabaseUrl: values.listen_database_url as string | null,
    readDatabaseUrl: values.read_database_url as string | null,
    preparesStatements: values.prepared_statements as boolean,
    dataDir: values.data_dir as string,
    token: values.token as string | null,
    masterKeys: (values.master_key as Buffer[] | null) ?? [keptMasterKey(values.data_dir as string)],
    role: values.role as Settings['role'],
    rateLimitPerMinute: values.rate_limit as number,
    hasConsole: values.console as boolean,
    consoleRateLimitPerMinute: values.console_rate_limit as number,
    consoleInsecure: values.console_insecure as boolean,
    portalRateLimitPerMinute: values.portal_rate_limit as number,
    bodyMemoryMegabytes: values.body_memory as number,
    allowPrivateTargets: values.allow_private_targets as boolean,
    dropDir: values.drop_dir as string | null,
    vendorsDir: values.vendors_dir as string | null,
    corsOrigins: values.cors_origins as string[],
    logLevel: values.log_level as Settings['logLevel'],
    certificateKeys: values.certificate_keys as Settings['certificateKeys'],
    profileSigning: values.profile_signing_file as string | null,
    radius: {
      address: values.radius_address as string,
      authPort: values.radius_auth_port as number,
      acctPort: values.radius_acct_port as number,
      radsecPort: values.radius_radsec_port as number,
    },
    authenticationLogDays: values.authentication_log_days as number,
    accountingDays: values.accounting_days as number,
    guestRegistrationDays: values.guest_registration_days as number,
    trustedProxies: values.trusted_proxies as string[],
    smtp: smtpSettings(values),
    digestHour: values.digest_hour as number,
  };
}

function keptMasterKey(dataDir: string): Buffer {
  try {
    return new KeyFolder(dataDir).masterKey();
  } catch (error) {
    throw new SettingsRefused([(error as Error).message]);
  }
}

/** What the commands that ask a service elsewhere take from the environment (docs/command-line.md). */
export const commandVariables: readonly string[] = ['USHER_URL', 'USHER_API_KEY', 'USHER_PROFILE'];

/** A misspelt variable would otherwise have no effect, silently. */
function unknownNames(environment: Environment): string[] {
  const names = new Set([...commandVariables, ...known.map(([, variable]) => variable)]);
  return Object.keys(environment)
    .filter((name) => name.startsWith('USHER_') && !name.startsWith('USHER_TEST_') && !names.has(name))
    .map((name) => `${name}: there is no such setting; config/default.yaml lists them all`);
}

function integer(least: number, most: number): Rule {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new Error(`must be a whole number from ${least} to ${most}, not "${text}"`);
    return value;
  };
}

function oneOf(...allowed: string[]): Rule {
  return (text) => {
    if (!allowed.includes(text)) throw new Error(`must be one of ${allowed.join(', ')}, not "${text}"`);
    return text;
  };
}

function yesOrNo(text: string): boolean {
  if (['true', '1', 'yes'].includes(text)) return true;
  if (['false', '0', 'no'].includes(text)) return false;
  throw new Error(`must be true or false, not "${text}"`);
}

function httpAddress(text: string): string | null {
  if (text === '') return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error('must be an address such as https://wifi.example.com');
  return text.replace(/\/+$/, '');
}

function token(text: string): string | null {
  if (text === '') return null;
  if (text.length < 32 || /\s/.test(text)) throw new Error('must have at least 32 characters and no blanks');
  return text;
}

/** The content of a file with a private key and certificates in PEM. */
function signingFile(text: string): string | null {
  if (text === '') return null;
  const content = readable(text);
  if (!/-----BEGIN (EC |RSA )?PRIVATE KEY-----/.test(content) || !content.includes('-----BEGIN CERTIFICATE-----')) {
    throw new Error('must be a PEM file with an unencrypted private key, its certificate and the chain');
  }
  return content;
}

function readable(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`cannot be read: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}

function masterKeys(text: string): Buffer[] | null {
  if (text === '') return null;
  return text.split(',').map((part) => {
    // Node decodes what it can: of two keys with a blank between them it would take the first one.
    if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(part.trim()))
      throw new Error('must be 32 bytes in base64 (several separated by commas); `openssl rand -base64 32` makes one');
    return Buffer.from(part.trim(), 'base64');
  });
}

/** Addresses and networks in CIDR form, separated by commas. */
export function networks(text: string): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = parts.find((part) => !isNetwork(part));
  if (wrong !== undefined)
    throw new Error(`must be addresses or networks such as 10.0.0.5, 10.1.0.0/16, separated by commas, not "${wrong}"`);
  return parts;
}

function isNetwork(part: string): boolean {
  return part.includes('/')
    ? ipaddr.isValidCIDR(part) && !part.endsWith('/0')
    : ipaddr.IPv6.isValid(part) || ipaddr.IPv4.isValidFourPartDecimal(part);
}

/** Origins of web pages, separated by commas, exactly as browsers send them; or only `*`. */
export function origins(text: string): string[] {
  const given = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  if (given.length === 1 && given[0] === '*') return given;
  const wrong = given.find((each) => !isOrigin(each));
  if (wrong !== undefined)
    throw new Error(
      `must be origins such as https://desk.example.com, separated by commas, or * alone, not "${wrong}"`,
    );
  return [...new Set(given)];
}

/** Scheme, host in lower case and any unusual port; without path and final slash. */
function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
