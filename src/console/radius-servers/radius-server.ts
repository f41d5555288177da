import type { RecordLife } from '../crud/record-life.js';

/** A FreeRADIUS instance, or a pair of its ports, that access points ask. */
export interface RadiusServerFields {
  /** Unique in its organization, regardless of case. */
  readonly name: string;
  readonly region: string | null;
  /** Host name or IP address to configure on access points. */
  readonly address: string | null;
  readonly authPort: number;
  readonly acctPort: number;
  readonly coaPort: number;
  /** RADIUS over TLS (RFC 6614). */
  readonly radsec: boolean;
}

/** `secret`: if absent, the stored one stays or, at creation, one is generated; null generates a new one. */
export interface RadiusServerValues extends RadiusServerFields {
  readonly secret: string | null;
}

export interface RadiusServer extends RadiusServerFields, RecordLife {
  /** RadiusSecrets opens it. */
  readonly secretSealed: Buffer;
}

/** A written server, with its secret if one was generated: shown this once. */
export interface WrittenRadiusServer {
  readonly server: RadiusServer;
  readonly generatedSecret?: string;
}
