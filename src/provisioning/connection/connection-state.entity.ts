import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Row of `connection_states`: how a connection's link fared from then until the next row; written by a trigger. */
@Entity({ name: 'connection_states' })
export class ConnectionStateEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  @PrimaryColumn({ type: 'timestamptz' })
  at: Date;

  /** As usher_link_state says it: connected, degraded, silent, down, quarantined, paused, setup, disabled. */
  @Column({ type: 'text' })
  state: string;

  @Column({ type: 'text', nullable: true })
  reason: string | null;
}
