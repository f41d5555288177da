/** What this process was told by environment and config/default.yaml; validated before anything starts (settings/load). */
export abstract class Settings {
  abstract readonly port: number;
  abstract readonly host: string;
  /** Address under which others reach this service; null: derived from the request. */
  abstract readonly baseUrl: string | null;
  abstract readonly databaseUrl: string | null;
  abstract readonly dataDir: string;
  abstract readonly token: string | null;
  abstract readonly masterKeys: readonly Buffer[];
  abstract readonly role: 'all' | 'api' | 'worker';
  /** Requests a minute for each key; 0: no limit. */
  abstract readonly rateLimitPerMinute: number;
  abstract readonly allowPrivateTargets: boolean;
  abstract readonly region: string;
  abstract readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Keys of certificate authorities that are made from now on, and of what they issue; ec where nothing is said. */
  readonly certificateKeys?: 'ec' | 'rsa';
  /** Private key, certificate and chain in PEM that sign profiles for Apple's devices; null: profiles go out unsigned. */
  readonly profileSigning?: string | null;
}
