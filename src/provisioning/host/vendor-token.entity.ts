import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Row of `connection_vendor_tokens`: a token that a vendor issued to one connection. All processes share it. */
@Entity({ name: 'connection_vendor_tokens' })
export class VendorTokenEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  organizationId: string;

  @PrimaryColumn({ name: 'connection_id', type: 'uuid' })
  connectionId: string;

  @PrimaryColumn({ type: 'text' })
  name: string;

  /** The connection's revision when it was requested: a process with older settings does not replace it. */
  @Column({ type: 'int' })
  revision: number;

  /** Fingerprint of the settings and secrets used to request it. */
  @Column({ name: 'requested_with', type: 'text' })
  requestedWith: string;

  @Column({ name: 'token_sealed', type: 'text' })
  tokenSealed: string;

  @Column({ name: 'until_at', type: 'timestamptz' })
  untilAt: Date;

  /** When this one and earlier ones were issued, kept for a day. */
  @Column({ name: 'issued_at', type: 'jsonb' })
  issuedAt: string[];
}
