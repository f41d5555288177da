import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A packet that nobody could answer: from an unknown address, or signed with another secret. */
@Entity('radius_contacts')
@Index('radius_contacts_age', ['lastAt'])
export class RadiusContactEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  /** unknown_address or wrong_secret. */
  @PrimaryColumn('text') kind: string;
  @PrimaryColumn('text') address: string;
  /** The access point with that address; null: unknown. */
  @Column('uuid', { name: 'client_id', nullable: true }) clientId: string | null;
  @Column('timestamptz', { name: 'first_at' }) firstAt: Date;
  @Column('timestamptz', { name: 'last_at' }) lastAt: Date;
  /** Counted at most once in ten seconds. */
  @Column('bigint', { default: 1 }) times: string;
}
