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

  /** Of the connection when it was requested: a process that knows older settings does not replace it. */
  @Column({ type: 'int' })
  revision: number;

  /** Fingerprint of the settings and secrets that it was requested with. */
  @Column({ name: 'requested_with', type: 'text' })
  requestedWith: string;

  @Column({ name: 'token_sealed', type: 'text' })
  tokenSealed: string;

  @Column({ name: 'until_at', type: 'timestamptz' })
  untilAt: Date;

  /** When this one and those before it were issued, for a day. */
  @Column({ name: 'issued_at', type: 'jsonb' })
  issuedAt: string[];
}
