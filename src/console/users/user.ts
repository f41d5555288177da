import type { RecordLife } from '../crud/record-life.js';
import type { UserEntity } from './user.entity.js';

/** As it is read; of the password nothing. */
export type User = Readonly<Omit<UserEntity, 'organizationId' | 'usernameKey' | 'ntHashSealed' | 'passwordSsha512'>>;

/** What a client or the provisioning engine may say about a user. */
export type UserFields = Omit<User, keyof RecordLife>;

/** `password`: absent keeps what there is, null takes it away. It is stored as hashes only. */
export interface UserValues extends UserFields {
  readonly password: string | null;
}

export type NewUser = Partial<UserValues> & { readonly username: string };

export type UserKey = 'username' | 'externalId';
