import type { Instant } from '../../kernel/clock.js';
import type { Revision } from '../set/set-result.js';

/** What a client or the provisioning engine may say about a device that signs in by its MAC address. */
export interface DeviceFields {
  /** 12 lower-case hexadecimal digits (kernel/mac-address.ts); unique in its organization. Any notation is taken. */
  readonly mac: string;
  readonly name: string | null;
  /** Such as phone or printer. */
  readonly type: string | null;
  readonly os: string | null;
  /** Whose it is: it goes with the user. */
  readonly userId: string | null;
  readonly groupId: string | null;
  readonly disabled: boolean;
  readonly validUntil: Instant | null;
  /** The caller's own id; unique in its organization. */
  readonly externalId: string | null;
  /** The connection that manages this device; null: managed by hand. */
  readonly sourceConnectionId: string | null;
}

export type NewDevice = Partial<DeviceFields> & { readonly mac: string };

export interface DeviceChange {
  readonly id: string;
  readonly changes: Partial<DeviceFields>;
  /** Refuses the change (`stale`) unless the record still has this revision. */
  readonly ifRevision?: Revision;
}

export interface Device extends DeviceFields {
  readonly id: string;
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export type DeviceKey = 'mac' | 'externalId';
