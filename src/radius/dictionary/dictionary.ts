import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Ids } from '../../kernel/ids.js';
import { sha256 } from '../../kernel/secrets.js';

export interface Vendor {
  readonly id: string;
  readonly name: string;
  /** IANA private enterprise number. */
  readonly number: number;
  readonly attributeCount: number;
}

export interface DictionaryAttribute {
  readonly id: string;
  readonly name: string;
  /** `26.9.1`: type, vendor and vendor type; longer for TLVs. */
  readonly number: string;
  /** Null: standard. */
  readonly vendor: string | null;
  readonly type: string;
  readonly isTagged: boolean;
  readonly isEncrypted: boolean;
  readonly values: readonly { readonly name: string; readonly number: number }[];
}

interface DictionaryFile {
  readonly vendors: readonly { readonly name: string; readonly id: number }[];
  readonly attributes: readonly {
    readonly name: string;
    readonly number: string;
    readonly vendor: string | null;
    readonly type: string;
    readonly tagged?: boolean;
    readonly encrypted?: boolean;
    readonly values?: readonly (readonly [string, number])[];
  }[];
}

const file = new URL('../../../config/radius-dictionary.json', import.meta.url);

/**
 * Standard and vendor-specific RADIUS attributes, from the FreeRADIUS dictionaries (CC-BY 4.0). Read once, when first
 * asked for.
 */
@Injectable()
export class Dictionary {
  private content?: {
    vendors: readonly Vendor[];
    attributes: readonly DictionaryAttribute[];
    byId: ReadonlyMap<string, DictionaryAttribute>;
    byName: ReadonlyMap<string, DictionaryAttribute>;
    etag: string;
  };

  constructor(private readonly ids: Ids) {}

  get vendors(): readonly Vendor[] {
    return this.read().vendors;
  }

  get attributes(): readonly DictionaryAttribute[] {
    return this.read().attributes;
  }

  /** Stays the same for the same dictionary; clients cache their copy as long. */
  get etag(): string {
    return this.read().etag;
  }

  attributeOf(id: string): DictionaryAttribute | undefined {
    return this.read().byId.get(id);
  }

  /** By its exact name, in any case. */
  attribute(name: string): DictionaryAttribute | undefined {
    return this.read().byName.get(name.toLowerCase());
  }

  private read() {
    this.content ??= this.load();
    return this.content;
  }

  private load() {
    const text = readFileSync(file);
    const { vendors, attributes } = JSON.parse(text.toString('utf8')) as DictionaryFile;
    const counts = new Map<string | null, number>();
    for (const { vendor } of attributes) counts.set(vendor, (counts.get(vendor) ?? 0) + 1);
    const known = attributes.map(
      ({ name, number, vendor, type, tagged, encrypted, values = [] }): DictionaryAttribute => ({
        id: this.ids.derived('radius attribute', name),
        name,
        number,
        vendor,
        type,
        isTagged: Boolean(tagged),
        isEncrypted: Boolean(encrypted),
        values: values.map(([label, value]) => ({ name: label, number: value })),
      }),
    );
    return {
      vendors: vendors.map(({ name, id }) => ({
        id: this.ids.derived('radius vendor', name),
        name,
        number: id,
        attributeCount: counts.get(name) ?? 0,
      })),
      attributes: known,
      byId: new Map(known.map((each) => [each.id, each])),
      byName: new Map(known.map((each) => [each.name.toLowerCase(), each])),
      etag: `"${sha256(text).toString('base64url').slice(0, 16)}"`,
    };
  }
}
