import type { RecordLife } from '../crud/record-life.js';
import type { Revision } from '../batch/set-result.js';
import type { UserGroupEntity } from './user-group.entity.js';

export type UserGroup = Readonly<Omit<UserGroupEntity, 'organizationId' | 'nameKey'>>;

export type GroupFields = Omit<UserGroup, keyof RecordLife>;

export type NewGroup = Partial<GroupFields> & { readonly name: string };

export interface UserGroupChange {
  readonly id: string;
  readonly changes: Partial<GroupFields>;
  readonly ifRevision?: Revision;
}

export function groupNameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

export type GroupKey = 'name' | 'externalId';
