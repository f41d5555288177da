import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Row of `departed_operators`: an address whose operator was deleted, and which nobody has entered again since. */
@Entity('departed_operators')
export class DepartedOperatorEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  /** SHA-256 of the organization's id and the address in lower case: the address itself went with its operator. */
  @PrimaryColumn('bytea', { name: 'address_hash' }) addressHash: Buffer;
  @Column('timestamptz', { name: 'departed_at' }) departedAt: Date;
}
