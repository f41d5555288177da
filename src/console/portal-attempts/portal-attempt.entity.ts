import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';

/**
 * Failures at a captive portal, by device, room, account or over all devices. Of the kind `turn`: until when somebody
 * waits before a voucher is looked at.
 */
@Entity('portal_attempts')
@Unique('portal_attempts_subject', ['organizationId', 'captivePortalId', 'kind', 'subject'])
@Index('portal_attempts_list', ['organizationId', 'lastAt', 'id'])
@Index('portal_attempts_age', ['countedUntil'])
export class PortalAttemptEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'captive_portal_id' }) captivePortalId: string;
  @Column('text') kind: string;
  /**
   * A device's address (12 digits, or IP), a room in its compared form, an account's name, or a portal's or gateway's
   * id.
   */
  @Column('text') subject: string;
  @Column('int') failures: number;
  @Column('timestamptz', { name: 'first_at' }) firstAt: Instant;
  @Column('timestamptz', { name: 'last_at' }) lastAt: Instant;
  /** When counting starts again. */
  @Column('timestamptz', { name: 'counted_until', select: false }) countedUntil: Instant;
  @Column('timestamptz', { name: 'locked_until', nullable: true }) lockedUntil: Instant | null;
}

export const portalAttemptTable = tableOf(PortalAttemptEntity);
