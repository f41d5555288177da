/** The mail server that alerts go out by. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps). */
  readonly isTlsFirst: boolean;
  /** Else: whether STARTTLS must succeed, is tried, or is left out. */
  readonly tls: 'required' | 'optional' | 'none';
  readonly user: string | null;
  readonly password: string | null;
  readonly from: { readonly name: string; readonly address: string };
  /** For each step: connecting, the greeting, each answer. */
  readonly timeoutSeconds: number;
}

/**
 * What this process was told by environment and config/default.yaml; validated before anything starts (settings/load).
 */
export abstract class Settings {
  abstract readonly port: number;
  abstract readonly host: string;
  /** Address under which others reach this service; null: derived from the request. */
  abstract readonly baseUrl: string | null;
  abstract readonly databaseUrl: string | null;
  abstract readonly dataDir: string;
  /** Null: made for the first organization, kept in the data folder. */
  abstract readonly token: string | null;
  abstract readonly masterKeys: readonly Buffer[];
  abstract readonly role: 'all' | 'api' | 'worker';
  /** Requests a minute for each key; 0: no limit. */
  abstract readonly rateLimitPerMinute: number;
  /** Request bodies that are held at a time; what comes beyond is refused for the moment. 160 where nothing is said. */
  readonly bodyMemoryMegabytes?: number;
  abstract readonly allowPrivateTargets: boolean;
  /**
   * Folder on this machine below which each connection that asks for one has its own, named by its id; null: there are
   * none.
   */
  readonly dropDir?: string | null;
  /** Origins whose pages may read answers, or `*` alone: any page's. None where nothing is said. */
  readonly corsOrigins?: readonly string[];
  abstract readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Keys of certificate authorities that are made from now on, and of what they issue; ec where nothing is said. */
  readonly certificateKeys?: 'ec' | 'rsa';
  /**
   * Private key, certificate and chain in PEM that sign profiles for Apple's devices; null: profiles go out unsigned.
   */
  readonly profileSigning?: string | null;
  /** Days for which logins, sessions and registrations are kept where an organization says nothing else. */
  readonly authenticationLogDays?: number;
  readonly accountingDays?: number;
  readonly guestRegistrationDays?: number;
  /** Addresses and networks (CIDR) of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[];
  /** Null: nothing is sent by e-mail. */
  readonly smtp?: SmtpSettings | null;
  /** Hour of the organization's day at which its digest of alerts goes out; 7 where nothing is said. */
  readonly digestHour?: number;
  /** Where `npm run radius` lets FreeRADIUS listen. */
  readonly radius?: { readonly address: string; readonly authPort: number; readonly acctPort: number };
}
