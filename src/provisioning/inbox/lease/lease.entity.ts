import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Row of `leases`: which process owns something that only one may do. */
@Entity({ name: 'leases' })
export class LeaseEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  owner: string;

  /** Rises with every change of owner. */
  @Column({ type: 'bigint', default: 1 })
  token: string;

  @Column({ name: 'until_at', type: 'timestamptz' })
  untilAt: Date;

  /** Whether its owner gave it back. */
  @Column({ type: 'boolean', default: false })
  released: boolean;
}
