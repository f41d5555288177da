import { field, type FieldId, type SiteField } from './fias.wire.js';

/** One record as it came: fields in order, because a share flag belongs to the room before it and fields may repeat. */
export interface FiasRecord {
  readonly id: string;
  readonly fields: readonly (readonly [id: string, value: string])[];
}

/** @returns the record, or what is wrong with the text, in plain words. */
export function parseRecord(text: string): FiasRecord | string {
  const [id, ...parts] = text.split('|');
  if (!/^[A-Z][A-Z0-9]$/.test(id)) return 'The record does not begin with a record id of two capitals and a separator';
  if (parts.length === 0) return `${id} has no separator behind its id`;
  const fields: [string, string][] = [];
  for (const part of parts) {
    if (part === '') continue;
    if (part.length < 2) return `${id} holds a field without an id of two characters`;
    fields.push([part.slice(0, 2), part.slice(2)]);
  }
  return { id, fields };
}

export function recordText(id: string, fields: readonly (readonly [string, string])[] = []): string {
  return `${id}|${fields.map(([name, value]) => `${name}${value}|`).join('')}`;
}

/** The exact value of a field; absent when missing or blank. When it repeats, the first counts. */
export function fieldOf(record: FiasRecord, id: FieldId | SiteField): string | undefined {
  const value = record.fields.find(([name]) => name === id)?.[1];
  const clean = value?.replace(/[\p{Cc}\p{Surrogate}]/gu, '');
  return clean === undefined || clean.trim() === '' ? undefined : clean;
}

export function has(record: FiasRecord, id: FieldId): boolean {
  return record.fields.some(([name]) => name === id);
}

/** Share flag of the room that `room` names: the one between it and the next room. */
export function isShared(record: FiasRecord, room: typeof field.room | typeof field.oldRoom): boolean | undefined {
  const start = record.fields.findIndex(([name]) => name === room);
  if (start < 0) return undefined;
  for (const [name, value] of record.fields.slice(start + 1)) {
    if (name === field.room || name === field.oldRoom) return undefined;
    if (name === field.share) return value === 'Y' ? true : value === 'N' ? false : undefined;
  }
  return undefined;
}
