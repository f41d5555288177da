import type { RecordTrial, ValueTrial } from '../record-trial.js';
import { type FactType, factTypes } from '../../facts/fact-types.js';
import { camelCased } from '../../facts/facts.js';
import { Effort, Unreadable } from './effort.js';
import { mappedReader } from './mapped-reader.js';
import type { MappedValue, MappingDocument } from './mapping-document.js';
import { type MappingOptions, RecordMapping } from './record-mapping.js';
import type { MappingPlace } from './pointer.js';
import type { TransformPlace } from './transforms.js';

type Said = Pick<MappingPlace, 'record' | 'message'>;

/** For people who edit the document. Pure. */
export function mappingTrial(
  document: MappingDocument,
  options: MappingOptions,
  message: unknown,
  most: number,
): readonly RecordTrial[] {
  const mapping = new RecordMapping(document, options);
  const records = mapping.recordsOf(message);
  if (typeof records === 'string' || records.length === 0)
    return mapping.changesOf(message).map((change) => ({ change, values: [] }));
  return records.slice(0, most).map((record) => ({
    change: mapping.changeOf(record, message),
    values: valuesOf(document, options, { record, message }),
  }));
}

function valuesOf(document: MappingDocument, { timeZone = 'UTC' }: MappingOptions, of: Said): ValueTrial[] {
  const types = factTypes[document.kind];
  const read = (place: string, value: MappedValue, type: FactType, zone: string): ValueTrial => {
    const at: MappingPlace & TransformPlace = { ...of, effort: new Effort(), zone, tables: document.tables ?? {} };
    try {
      const found = mappedReader(place, value, type)(at);
      return { place, value: found === undefined ? null : [found].flat().join(', '), detail: null };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { place, value: null, detail: error.message.replace(`${place}: `, '') };
    }
  };
  const { key, record_version: version, fields } = document;
  const itsZone = fields.time_zone && read('fields/time_zone', fields.time_zone, 'zone', timeZone).value;
  return [
    ...[key]
      .flat()
      .map((value, index) => read(Array.isArray(key) ? `key/${index}` : 'key', value as MappedValue, 'text', timeZone)),
    ...(version ? [read('record_version', version, 'text', timeZone)] : []),
    ...Object.entries(fields).map(([name, value]) => {
      const [fact] = Object.keys(camelCased({ [name]: 0 }));
      return read(`fields/${name}`, value, types[fact], itsZone ?? timeZone);
    }),
  ];
}
