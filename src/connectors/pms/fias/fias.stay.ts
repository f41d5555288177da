import type { Stay } from '../../../provisioning/facts/facts.js';
import { datesOf } from './fias.dates.js';
import { languageOf } from './fias.languages.js';
import { fiasNames } from './fias.names.js';
import { ownFactsIn } from './fias.own-fields.js';
import type { FiasReading } from './fias.reading.js';
import { fieldOf, type FiasRecord } from './fias.record.js';
import { field } from './fias.wire.js';

/**
 * The stay in a guest record. The interface knows only guests in house: bookings, cancellations and no-shows have no
 * record.
 * @returns the facts that are present, or what is wrong with which field
 */
export function stayOf(record: FiasRecord, room: string, reading: FiasReading): Stay | string {
  const dates = datesOf(record, reading);
  if (typeof dates === 'string') return dates;
  const noPost = flag(fieldOf(record, field.noPost));
  return {
    kind: 'stay',
    status: 'in_house',
    room,
    ...fiasNames({
      name: fieldOf(record, field.name),
      firstName: fieldOf(record, field.firstName),
      title: fieldOf(record, field.title),
    }),
    ...dates,
    ...present('language', languageOf(fieldOf(record, field.language), reading.languages)),
    ...present('vip', fieldOf(record, field.vip)),
    ...present('groupCode', fieldOf(record, field.group)),
    ...present('classOfService', fieldOf(record, field.classOfService)),
    ...(noPost === undefined ? {} : { noPost }),
    ...ownFactsIn(record, reading.own),
    ...present('site', reading.site),
    timeZone: reading.timeZone,
  };
}

function present<Name extends keyof Stay>(name: Name, value: string | undefined): Partial<Stay> {
  return value === undefined ? {} : { [name]: value };
}

function flag(value: string | undefined): boolean | undefined {
  return value === 'Y' ? true : value === 'N' ? false : undefined;
}
