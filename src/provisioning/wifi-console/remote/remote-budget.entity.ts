import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Row of `remote_budgets`: what one key at one console address has spent. All processes and connections share it. */
@Entity({ name: 'remote_budgets' })
export class RemoteBudgetEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  /** Hash of address and key, which reveals neither. */
  @PrimaryColumn({ type: 'text' })
  budget: string;

  @Column({ name: 'per_minute', type: 'int' })
  perMinute: number;

  @Column({ name: 'server_limit', type: 'int', nullable: true })
  serverLimit: number | null;

  @Column({ type: 'jsonb', default: () => "'[]'" })
  spent: unknown;

  @Column({ type: 'jsonb', default: () => "'{}'" })
  waiting: unknown;

  @Column({ name: 'foreign_requests', type: 'int', default: 0 })
  foreignRequests: number;

  @Column({ name: 'foreign_until_at', type: 'timestamptz', nullable: true })
  foreignUntilAt: Date | null;

  @Column({ name: 'blocked_until_at', type: 'timestamptz', nullable: true })
  blockedUntilAt: Date | null;
}
