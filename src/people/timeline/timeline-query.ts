import { Problem } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { readFilterValue } from '../../http/list/filter-value.js';
import { type Lane, lanes, type TimelineEntry, type TimelinePosition } from './timeline.js';
import type { TimelineQuery } from './timeline.service.js';

const mostEntries = 100;
const usualEntries = 50;

/** As sent; undefined: not at all. */
export interface TimelineParameters {
  readonly lanes?: string;
  readonly before?: string;
  readonly after?: string;
  readonly page_size?: string;
}

/** @throws Problem malformed that names the parameter and what is allowed */
export function readTimelineQuery(given: TimelineParameters): TimelineQuery {
  if (given.before !== undefined && given.after !== undefined)
    throw new Problem('malformed', 'before, after: one of them; each reads on from where a page ended');
  const size = given.page_size ?? String(usualEntries);
  const limit = /^\d{1,3}$/.test(size) ? Number(size) : 0;
  if (limit < 1 || limit > mostEntries)
    throw new Problem('malformed', `page_size: a whole number from 1 to ${mostEntries}`);
  return { lanes: readLanes(given.lanes), position: readPosition(given), limit };
}

/** An instant, or an instant and the id of an entry, as the links have it. */
export function cursorOf({ at, id }: Pick<TimelineEntry, 'at' | 'id'>): string {
  return `${at},${id}`;
}

function readLanes(text: string | undefined): readonly Lane[] {
  if (text === undefined) return lanes;
  const names = new Set(text.split(',').map((name) => name.trim()));
  const unknown = [...names].find((name) => !(lanes as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Problem('malformed', `lanes: some of ${lanes.join(', ')}, with commas between`);
  return lanes.filter((lane) => names.has(lane));
}

function readPosition({ before, after }: TimelineParameters): TimelinePosition | null {
  const [name, text] = before === undefined ? ['after', after] : ['before', before];
  if (text === undefined) return null;
  const comma = text.indexOf(',');
  const at = String(readFilterValue(name, comma < 0 ? text : text.slice(0, comma), { column: '', type: 'instant' }));
  const id = comma < 0 ? null : text.slice(comma + 1);
  if (id !== null && !isUuid(id.slice(0, 36)))
    throw new Problem('malformed', `${name}: an instant, or what a link of this timeline says`);
  return { at, id, isBackwards: name === 'before' };
}
