import type { components, paths } from './schema.js';

/** Records as the API's document describes them: `Api<'UserDto'>`. */
export type Api<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Every resource whose records have addresses of their own: `devices`, `certificates/authorities`. */
export type ResourceName = { [Path in keyof paths]: Path extends `/${infer Name}/{id}` ? Name : never }[keyof paths];

/** A page of a list, whatever it lists. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** The rows of a HAL page, under whatever name they are embedded. */
export function pageOf<Row>(answer: { readonly _embedded: object; readonly total_items: number }): ListPage<Row> {
  return { rows: (Object.values(answer._embedded)[0] ?? []) as readonly Row[], total: answer.total_items };
}
