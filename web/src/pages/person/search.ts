export const zooms = ['day', 'all'] as const;
export type Zoom = (typeof zooms)[number];

export interface PersonSearch {
  /** The time that the picture shows: a day around now, or all that is loaded. */
  readonly zoom?: Zoom;
  /** Lanes that are left out, with commas between. */
  readonly without?: string;
  /** Where the page of the past begins, as the API's link has it. */
  readonly before?: string;
  /** The entry that is looked at. */
  readonly entry?: string;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export function personSearch({ zoom, without, before, entry }: Record<string, unknown>): PersonSearch {
  return {
    ...(zooms.includes(zoom as Zoom) && zoom !== 'all' ? { zoom: zoom as Zoom } : {}),
    ...(text(without) ? { without: text(without) } : {}),
    ...(text(before) ? { before: text(before) } : {}),
    ...(text(entry) ? { entry: text(entry) } : {}),
  };
}
