import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an access point said of a session, word for word, until radius.write_sessions has written the session. */
@Entity('accounting_packets')
export class AccountingPacketEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('timestamptz', { name: 'received_at' }) receivedAt: Date;
  @PrimaryColumn('uuid') id: string;
  @Column('text', { nullable: true }) status: string | null;
  @Column('text', { nullable: true }) client: string | null;
  @Column('text', { name: 'unique_id', nullable: true }) uniqueId: string | null;
  @Column('text', { name: 'session_id', nullable: true }) sessionId: string | null;
  @Column('text', { nullable: true }) username: string | null;
  @Column('text', { nullable: true }) class: string | null;
  @Column('text', { name: 'nas_address', nullable: true }) nasAddress: string | null;
  @Column('text', { name: 'nas_id', nullable: true }) nasId: string | null;
  @Column('text', { name: 'nas_port', nullable: true }) nasPort: string | null;
  @Column('text', { nullable: true }) calling: string | null;
  @Column('text', { nullable: true }) called: string | null;
  @Column('text', { nullable: true }) framed: string | null;
  @Column('text', { nullable: true }) seconds: string | null;
  @Column('text', { nullable: true }) delay: string | null;
  @Column('text', { name: 'octets_in', nullable: true }) octetsIn: string | null;
  @Column('text', { name: 'giga_in', nullable: true }) gigaIn: string | null;
  @Column('text', { name: 'octets_out', nullable: true }) octetsOut: string | null;
  @Column('text', { name: 'giga_out', nullable: true }) gigaOut: string | null;
  @Column('text', { nullable: true }) cause: string | null;
  @Column('text', { name: 'av_pairs', nullable: true }) avPairs: string | null;
  @Column('text', { name: 'aruba_device_type', nullable: true }) arubaDeviceType: string | null;
  @Column('text', { name: 'ruckus_os_type', nullable: true }) ruckusOsType: string | null;
  @Column('text', { name: 'ruckus_os_class', nullable: true }) ruckusOsClass: string | null;
  @Column('text', { name: 'ruckus_host_name', nullable: true }) ruckusHostName: string | null;
}
