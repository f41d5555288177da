import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

/** Row of `room_postings`: a charge to a guest's room on its way to the hotel system. */
@Entity('room_postings')
@Index('room_postings_list', ['organizationId', 'createdAt', 'id'])
@Index('room_postings_number', ['organizationId', 'connectionId', 'number'], { unique: true })
@Index('room_postings_one_sent', ['organizationId', 'connectionId'], { unique: true, where: "status = 'sent'" })
@Index('room_postings_open', ['expiresAt'], { where: "status in ('queued', 'sent')" })
export class RoomPostingEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ name: 'connection_id', type: 'uuid' }) connectionId: string;
  /** What the hotel system is told, counted within the connection. */
  @Column({ type: 'int' }) number: number;
  @Column({ type: 'text' }) room: string;
  @Column({ type: 'text', nullable: true }) reservation: string | null;
  /** In the currency's minor units. */
  @Column({ type: 'bigint' }) amount: number;
  @Column({ type: 'text' }) currency: string;
  /** What is charged for, as it stands on the bill. */
  @Column({ type: 'text' }) item: string;
  /** queued, sent, accepted, refused, unclear, late. */
  @Column({ type: 'text' }) status: string;
  @Column({ type: 'text', nullable: true }) reason: string | null;
  /** The hotel system's own word for its answer. */
  @Column({ type: 'text', nullable: true }) code: string | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  /** Until when it may be sent; once it is, until when its answer is waited for. */
  @Column({ name: 'expires_at', type: 'timestamptz' }) expiresAt: Instant;
  @Column({ name: 'sent_at', type: 'timestamptz', nullable: true }) sentAt: Instant | null;
  @Column({ name: 'answered_at', type: 'timestamptz', nullable: true }) answeredAt: Instant | null;
  /** Who looked it up. */
  @Column({ name: 'settled_by', type: 'text', nullable: true }) settledBy: string | null;
}

export const roomPostingTable = tableOf(RoomPostingEntity);
