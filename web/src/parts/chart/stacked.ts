import type { Line } from './line';

/** Each line upon those before it, and the bands between neighbours. */
export function stacked(lines: readonly Line[]): {
  readonly data: number[][];
  readonly bands: { series: [number, number] }[];
} {
  const sums: number[] = [];
  const data = lines.map(({ values }) =>
    values.map((value, place) => {
      sums[place] = (sums[place] ?? 0) + value;
      return sums[place];
    }),
  );
  // The topmost is painted first, each of the others over it: the first line of a series is the ground.
  return { data, bands: lines.slice(1).map((_, place) => ({ series: [place + 2, place + 1] })) };
}
