import { Column, Entity, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';
import type { ProviderGroupRule, ProviderSettings, ProviderType, ProviderUse } from './provider-types.js';

@Entity('authentication_providers')
export class AuthenticationProviderEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  /** Unique in its organization, regardless of case. */
  @Column('text') name: string;
  @Column('text') type: ProviderType;
  @Column('jsonb', { default: {} }) settings: ProviderSettings;
  /** Secrets, as JSON, sealed for this record. */
  @Column('text', { name: 'secrets_sealed', nullable: true, select: false }) secretsSealed: string | null;
  /** Names of the secrets that are set. */
  @Column('text', { name: 'secret_names', array: true, default: [] }) secretNames: readonly string[];
  /** Whom it signs in. */
  @Column('text', { default: 'guests' }) use: ProviderUse;
  /** User groups by what the provider says of a person; the first that fits counts. */
  @Column('jsonb', { default: [] }) groups: readonly ProviderGroupRule[];
  /** The group for guests whom no rule fits. */
  @Column('uuid', { name: 'group_id', nullable: true }) groupId: string | null;
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const authenticationProviderTable = tableOf(AuthenticationProviderEntity);
