import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What users and groups of a directory have in common. */
abstract class ResourceColumns {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  /** userName or displayName, in lower case. */
  @Column({ name: 'name_key', type: 'text' })
  nameKey: string;

  @Column({ name: 'external_id', type: 'text', nullable: true })
  externalId: string | null;

  @Column({ type: 'int', default: 1 })
  version: number;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}

@Entity({ name: 'scim_users' })
export class ScimUserEntity extends ResourceColumns {
  @Column({ type: 'boolean' })
  active: boolean;

  @Column({ type: 'jsonb' })
  document: Record<string, unknown>;
}

@Entity({ name: 'scim_groups' })
export class ScimGroupEntity extends ResourceColumns {
  @Column({ name: 'display_name', type: 'text' })
  displayName: string;
}

@Entity({ name: 'scim_emails' })
export class ScimEmailEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ name: 'user_id', type: 'uuid' })
  userId: string;

  @PrimaryColumn({ name: 'value_key', type: 'text' })
  valueKey: string;

  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;
}

@Entity({ name: 'scim_members' })
export class ScimMemberEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ name: 'group_id', type: 'uuid' })
  groupId: string;

  @PrimaryColumn({ name: 'user_id', type: 'uuid' })
  userId: string;
}

/** A secret with which a directory calls one connection; only its hash is stored. */
@Entity({ name: 'connection_tokens' })
export class ConnectionTokenEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  @Column({ name: 'token_hash', type: 'bytea' })
  tokenHash: Buffer;

  /** Its first characters, to tell tokens apart. */
  @Column({ type: 'text' })
  prefix: string;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}

export const scimEntities = [ScimUserEntity, ScimGroupEntity, ScimEmailEntity, ScimMemberEntity, ConnectionTokenEntity];
