import type { CheckedStep } from '../batch/batch-in-memory.js';
import type { RecordLife } from '../crud/record-life.js';
import type { UserEntity } from './user.entity.js';

/** A user as it is read, without its password. */
export type User = Readonly<Omit<UserEntity, 'organizationId' | 'usernameKey' | 'ntHashSealed' | 'passwordSsha512'>>;

/** What a client or the provisioning engine may set on a user. */
export type UserFields = Omit<User, keyof RecordLife>;

/** `password`: absent keeps it, null removes it. Only hashes are stored. */
export interface UserValues extends UserFields {
  readonly password: string | null;
}

export type NewUser = Partial<UserValues> & { readonly username: string };

export type UserKey = 'username' | 'externalId';

/** A user with everything needed to change it. Buffers travel to the database as hex. */
export interface UserRecord extends User {
  readonly passwordSsha512: string | null;
  /** Undefined: as stored. */
  readonly ntHashSealed?: Buffer | null;
}

/** A checked row of a batch of users. */
export type UserStep = CheckedStep<UserValues, UserKey>;
