/** The mail server that sends alerts. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps). */
  readonly isTlsFirst: boolean;
  /** Without `secure`: whether STARTTLS is required, tried or skipped. */
  readonly tls: 'required' | 'optional' | 'none';
  readonly user: string | null;
  readonly password: string | null;
  readonly from: { readonly name: string; readonly address: string };
  /** For each step: connect, greeting, each answer. */
  readonly timeoutSeconds: number;
}

/**
 * The settings of this process, from the environment and config/default.yaml; validated before anything starts
 * (settings/load).
 */
export abstract class Settings {
  abstract readonly port: number;
  abstract readonly host: string;
  /** The address under which others reach this service; null: derived from the request. */
  abstract readonly baseUrl: string | null;
  abstract readonly databaseUrl: string | null;
  /** The same database, with sessions that last, for LISTEN and FreeRADIUS; null: databaseUrl. */
  readonly listenDatabaseUrl?: string | null;
  /** A standby of databaseUrl that answers lists and reports; null: none. */
  readonly readDatabaseUrl?: string | null;
  /** Whether statements are prepared once for each connection. Default: yes. */
  readonly preparesStatements?: boolean;
  abstract readonly dataDir: string;
  /** Null: created for the first organization and kept in the data folder. */
  abstract readonly token: string | null;
  abstract readonly masterKeys: readonly Buffer[];
  abstract readonly role: 'all' | 'api' | 'worker';
  /** Requests a minute per key; 0: no limit. */
  abstract readonly rateLimitPerMinute: number;
  /** Requests a minute of a person's sessions; 0: no limit. Default: as for a key. */
  readonly consoleRateLimitPerMinute?: number;
  /** Whether the pages of the console are served. Default: yes. */
  readonly hasConsole?: boolean;
  /** Whether people may sign in to the console over plain HTTP from another machine. */
  readonly consoleInsecure?: boolean;
  /** Requests a minute of portal pages for each address, by this process; 0: no limit. */
  readonly portalRateLimitPerMinute?: number;
  /** How many request bodies are held at a time; more are refused for the moment. Default: 160. */
  readonly bodyMemoryMegabytes?: number;
  abstract readonly allowPrivateTargets: boolean;
  /**
   * A folder on this machine. Each connection that asks for one has its own below it, named by its id; null: no
   * folders.
   */
  readonly dropDir?: string | null;
  /** A folder with vendor files (connectors as data) besides those of this build; null: none. */
  readonly vendorsDir?: string | null;
  /** Origins whose pages may read answers, or `*` alone for any. Default: none. */
  readonly corsOrigins?: readonly string[];
  abstract readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Key type of new certificate authorities and of what they issue. Default: ec. */
  readonly certificateKeys?: 'ec' | 'rsa';
  /** Private key, certificate and chain in PEM that sign profiles for Apple devices; null: profiles are not signed. */
  readonly profileSigning?: string | null;
  /** Days that logins, sessions and registrations are kept unless the organization sets its own. */
  readonly authenticationLogDays?: number;
  readonly accountingDays?: number;
  readonly guestRegistrationDays?: number;
  /** Addresses and networks (CIDR) of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies?: readonly string[];
  /** Null: no e-mail is sent. */
  readonly smtp?: SmtpSettings | null;
  /** Hour of the organization's day at which its digest of alerts goes out. Default: 7. */
  readonly digestHour?: number;
  /** Where `npm run radius` makes FreeRADIUS listen. */
  readonly radius?: {
    readonly address: string;
    readonly authPort: number;
    readonly acctPort: number;
    /** TCP. */
    readonly radsecPort: number;
  };
}
