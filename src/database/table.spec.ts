import 'reflect-metadata';
import { expect, test } from '@jest/globals';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { tableOf } from './table.js';

@Entity('guests')
class GuestEntity {
  @PrimaryColumn('uuid', { name: 'organization_id', select: false }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'last_name', nullable: true }) lastName: string | null;
  @Column('text', { array: true, default: [] }) rooms: string[];
  @Column('boolean', { default: false }) disabled: boolean;
  @Column('bytea', { name: 'secret_sealed', nullable: true, select: false }) secretSealed: Buffer | null;
}

const table = tableOf(GuestEntity);

test('the record is what is shown, under the code’s names; a hidden column is read where it is named', () => {
  expect(table.select('g')).toBe(
    'g.id as "id", g.last_name as "lastName", g.rooms as "rooms", g.disabled as "disabled"',
  );
  expect(table.select('g', 'secretSealed')).toContain('g.secret_sealed as "secretSealed"');
});

test('parts of statements name the same columns in the same order', () => {
  const written = table.without('organizationId', 'id', 'rooms');
  expect(written.names).toBe('last_name, disabled, secret_sealed');
  expect(written.types).toBe('last_name text, disabled boolean, secret_sealed bytea');
  expect(written.setFrom('r')).toBe('last_name = r.last_name, disabled = r.disabled, secret_sealed = r.secret_sealed');
  expect(table.without('organizationId').types).toContain('rooms text[]');
});

test('picked columns stand under the table’s own names, in the order in which they are named', () => {
  expect(table.only('lastName', 'id').of('g')).toBe('g.last_name, g.id');
});

test('a row for json_to_recordset has the columns only, bytes as hex and no nulls', () => {
  const record = {
    id: 'i',
    lastName: null,
    rooms: ['12'],
    disabled: true,
    secretSealed: Buffer.from([1, 255]),
    more: 1,
  };
  expect(JSON.parse(JSON.stringify(table.without('organizationId').rowOf(record)))).toEqual({
    id: 'i',
    rooms: ['12'],
    disabled: true,
    secret_sealed: String.raw`\x01ff`,
  });
});

test('a new record has null where it may, and the plain values that are usual', () => {
  expect(table.usual).toEqual({ lastName: null, disabled: false });
});

test('a column without a type is refused', () => {
  @Entity('rooms')
  class RoomEntity {
    @Column() name: string;
  }
  expect(() => tableOf(RoomEntity)).toThrow('RoomEntity.name');
});
