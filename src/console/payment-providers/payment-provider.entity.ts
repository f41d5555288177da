import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';
import type { PaymentProviderType } from './payment-provider-types.js';

@Entity('payment_providers')
@Index('payment_providers_by_id', ['id'])
export class PaymentProviderEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  /** Unique in its organization, regardless of case. */
  @Column('text') name: string;
  @Column('text') type: PaymentProviderType;
  /** Address of its API, without a path. */
  @Column('text') url: string;
  /** As JSON, sealed for this record. */
  @Column('text', { name: 'secrets_sealed', nullable: true, select: false }) secretsSealed: string | null;
  /** Names of the secrets that are set. */
  @Column('text', { name: 'secrets_set', array: true, default: [] }) secretsSet: readonly string[];
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const paymentProviderTable = tableOf(PaymentProviderEntity);
