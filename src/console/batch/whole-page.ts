import type { Hal, HalPage, Resource } from '../../http/hal/hal.js';

/** A collection whose records all fit on one page; `self` is its address. */
export function wholePage<Item extends object>(
  hal: Hal,
  name: string,
  records: readonly Resource<Item>[],
  self: string,
): HalPage<Item> {
  const list = {
    page: 1,
    pageSize: Math.max(1, records.length),
    conditions: [],
    sort: [],
    fields: { id: 'id', fields: {} },
    parameters: [],
  };
  return { ...hal.collection(name, list, records, records.length), _links: { self: { href: self } } };
}
