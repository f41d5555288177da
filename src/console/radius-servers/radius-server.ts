import type { RecordLife } from '../crud/record-life.js';

/** A FreeRADIUS instance, or a pair of ports of one, that access points are pointed at. */
export interface RadiusServerFields {
  /** Unique in its organization without regard to case. */
  readonly name: string;
  readonly region: string | null;
  /** Host name or IP address that access points are given. */
  readonly address: string | null;
  readonly authPort: number;
  readonly acctPort: number;
  readonly coaPort: number;
  /** RADIUS over TLS (RFC 6614). */
  readonly radsec: boolean;
}

/** `secret`: absent keeps what there is or, at creation, makes one; null makes a new one. */
export interface RadiusServerValues extends RadiusServerFields {
  readonly secret: string | null;
}

export interface RadiusServer extends RadiusServerFields, RecordLife {
  /** RadiusSecrets opens it. */
  readonly secretSealed: Buffer;
}

/** A written server, with the secret that was made for it, if one was: shown this once. */
export interface WrittenRadiusServer {
  readonly server: RadiusServer;
  readonly generatedSecret?: string;
}
