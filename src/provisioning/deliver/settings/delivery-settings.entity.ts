import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Row of `delivery_settings`: how credentials are delivered, of an organization or of one of its connections. */
@Entity({ name: 'delivery_settings' })
@Index('delivery_settings_of_connection', ['organizationId', 'connectionId'])
export class DeliverySettingsEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  /** The connection's id; the organization's own for what holds for all of them. */
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ name: 'connection_id', type: 'uuid', nullable: true }) connectionId: string | null;
  @Column({ type: 'text', nullable: true }) language: string | null;
  @Column({ type: 'jsonb', nullable: true }) network: Record<string, unknown> | null;
  @Column({ type: 'jsonb', nullable: true }) sms: Record<string, unknown> | null;
  @Column({ type: 'jsonb', nullable: true }) templates: Record<string, unknown> | null;
  /** Passphrase of the network, secret of the SMS gateway. */
  @Column({ name: 'secrets_sealed', type: 'text', nullable: true }) secretsSealed: string | null;
  @Column({ type: 'int', default: 1 }) revision: number;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Date;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Date;
}
