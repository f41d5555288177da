import type { RecordLife } from '../crud/record-life.js';
import type { Revision } from '../batch/set-result.js';
import type { DeviceEntity } from './device.entity.js';

export type Device = Readonly<Omit<DeviceEntity, 'organizationId'>>;

/** What a client or the provisioning engine may set on a device that signs in by its MAC address. */
export type DeviceFields = Omit<Device, keyof RecordLife>;

export type NewDevice = Partial<DeviceFields> & { readonly mac: string };

export interface DeviceChange {
  readonly id: string;
  readonly changes: Partial<DeviceFields>;
  /** Refuses the change (`stale`) unless the record still has this revision. */
  readonly ifRevision?: Revision;
}

export type DeviceKey = 'mac' | 'externalId';
