import type { RecordLife } from '../crud/record-life.js';

export const unknownUserRules = ['reject', 'accept'] as const;
export type UnknownUserRule = (typeof unknownUserRules)[number];

export interface NetworkFields {
  /** Unique in its organization, regardless of case. */
  readonly name: string;
  /** Null: every SSID of its clients that no other network names. */
  readonly ssid: string | null;
  readonly radiusServerId: string | null;
  readonly defaultGroupId: string | null;
  /** Whether unknown users are rejected or accepted. */
  readonly unknownUsers: UnknownUserRule;
}

/** An access point or controller that asks by RADIUS: one address, or a range. */
export interface ClientFields {
  /** `10.0.0.5` or `10.0.0.0/24` (client-address.ts). */
  readonly address: string;
  /** It comes by RadSec: the address is the one in its site, and its certificate says whose it is. */
  readonly radsec: boolean;
  readonly shortName: string;
  readonly vendor: string;
  /** UDP port for Disconnect and CoA; usually 3799. */
  readonly coaPort: number;
  readonly requireMessageAuthenticator: boolean;
}

export interface NetworkClient extends ClientFields {
  readonly id: string;
}

/**
 * A requested client. It refers to the existing client with the same id, else the same address; what is not given then
 * stays. `secret` null, or absent for a new client: one is generated.
 */
export interface ClientInput extends Partial<ClientFields> {
  readonly id?: string;
  readonly address: string;
  readonly secret?: string | null;
}

export interface NetworkValues extends NetworkFields {
  /** All clients. */
  readonly clients: readonly ClientInput[];
}

export interface Network extends NetworkFields, RecordLife {
  /** The portal that names this network; null if none does. */
  readonly captivePortalId: string | null;
  readonly clients: readonly NetworkClient[];
}

/** A written network, with generated secrets by client id. They are shown this once. */
export interface WrittenNetwork {
  readonly network: Network;
  readonly generatedSecrets: ReadonlyMap<string, string>;
}
