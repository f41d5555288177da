import { v5, v7 } from 'uuid';

/** The only source of record ids: UUIDv7, so that ids sort by creation and indexes grow at one end. */
export abstract class Ids {
  abstract next(): string;

  /** The same id for the same parts, always: what makes a repeated operation recognisable. */
  derived(...parts: (string | number)[]): string {
    return v5(parts.join('\u001f'), usherNamespace);
  }
}

export class RandomIds extends Ids {
  next(): string {
    return v7();
  }
}

const usherNamespace = '7f0c3c1e-8d0a-5e63-9a39-0f7b54a1d2c6';
const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return form.test(text);
}
