import { Column, Entity, PrimaryColumn } from 'typeorm';
import { tableOf } from '../../database/table.js';
import type { Instant } from '../../kernel/clock.js';
import type { LastArrival } from './last-arrival.js';
import type { GatewayVendor } from './gateway-vendors.js';
import type { HandOverSettings } from './hand-over-settings.js';
import type { MacAuthSettings } from './mac-auth-settings.js';
import type { ControllerSettings } from './controller-settings.js';

@Entity('gateways')
export class GatewayEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  /** Unique in its organization, regardless of case. */
  @Column('text') name: string;
  @Column('uuid', { name: 'network_id' }) networkId: string;
  /** A portal that replaces the network's own. */
  @Column('uuid', { name: 'captive_portal_id', nullable: true }) captivePortalId: string | null;
  @Column('text') vendor: GatewayVendor;
  /** Hosts or addresses, optionally with a port. Nothing about a guest is sent anywhere else. */
  @Column('text', { name: 'login_hosts', array: true, default: [] }) loginHosts: readonly string[];
  /** Where guests are let in by asking a controller; null: their browser asks the gateway itself. */
  @Column('jsonb', { nullable: true }) controller: ControllerSettings | null;
  /** For a make without a row of its own: the names in its redirect, and the login that it takes. */
  @Column('jsonb', { name: 'hand_over', nullable: true }) handOver: HandOverSettings | null;
  /** For a make that knows guests by device address: what RADIUS tells it. */
  @Column('jsonb', { name: 'mac_auth', nullable: true }) macAuth: MacAuthSettings | null;
  /** Shared words, as JSON, sealed for this record. */
  @Column('text', { name: 'secrets_sealed', nullable: true, select: false }) secretsSealed: string | null;
  /** Names of the shared words that are set. */
  @Column('text', { name: 'secrets_set', array: true, default: [] }) secretsSet: readonly string[];
  @Column('jsonb', { name: 'last_arrival', nullable: true, select: false }) lastArrival: LastArrival | null;
  @Column('timestamptz', { name: 'last_arrival_at', nullable: true }) lastArrivalAt: Instant | null;
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Instant;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Instant;
}

export const gatewayTable = tableOf(GatewayEntity);
