import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

@Entity('roles')
@Unique('roles_name', ['organizationId', 'name'])
export class RoleEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text', { array: true }) permissions: string[];
  @Column('int', { default: 1 }) revision: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}
