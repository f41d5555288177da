import type { RecordLife } from '../crud/record-life.js';

export const unknownUserRules = ['reject', 'accept'] as const;
export type UnknownUserRule = (typeof unknownUserRules)[number];

export interface NetworkFields {
  /** Unique in its organization without regard to case. */
  readonly name: string;
  /** Null: every SSID of its clients that no other network names. */
  readonly ssid: string | null;
  readonly radiusServerId: string | null;
  readonly defaultGroupId: string | null;
  /** What becomes of who is not known. */
  readonly unknownUsers: UnknownUserRule;
}

/** An access point or controller that asks by RADIUS: one address, or a range of them. */
export interface ClientFields {
  /** `10.0.0.5` or `10.0.0.0/24` (client-address.ts). */
  readonly address: string;
  readonly shortName: string;
  readonly vendor: string;
  /** Where Disconnect and CoA go; usually 3799. */
  readonly coaPort: number;
  readonly requireMessageAuthenticator: boolean;
}

export interface NetworkClient extends ClientFields {
  readonly id: string;
}

/**
 * A wanted client. An id, else an address, that an existing client has refers to that one, which keeps what is not
 * given. `secret` null, or absent for a new client: one is made.
 */
export interface ClientInput extends Partial<ClientFields> {
  readonly id?: string;
  readonly address: string;
  readonly secret?: string | null;
}

export interface NetworkValues extends NetworkFields {
  /** All of them. */
  readonly clients: readonly ClientInput[];
}

export interface Network extends NetworkFields, RecordLife {
  /** The portal that names this network; null: none does. */
  readonly captivePortalId: string | null;
  readonly clients: readonly NetworkClient[];
}

/** A written network, with the secrets that were made for clients of it, by client id: shown this once. */
export interface WrittenNetwork {
  readonly network: Network;
  readonly generatedSecrets: ReadonlyMap<string, string>;
}
