import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Row of `address_budgets`: the latest requests to one host of a vendor that counts by source address. */
@Entity({ name: 'address_budgets' })
export class AddressBudgetEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  /** With the vendor's name before it. */
  @PrimaryColumn({ type: 'text' })
  host: string;

  /** Milliseconds of the epoch, of one window. */
  @Column({ name: 'sent_at', type: 'bigint', array: true })
  sentAt: string[];
}
