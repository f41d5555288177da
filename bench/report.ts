import type { Load } from './load.js';

/** One line of the report. `ratio` compares with a limit measured in the same run; goals are in docs/performance.md. */
export interface Figure {
  readonly name: string;
  readonly ours: string;
  readonly limit?: string;
  readonly ratio?: number;
  readonly goal?: string;
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = figures.map(({ name, ours, limit, ratio, goal }) => [
    name,
    ours,
    limit ?? '',
    ratio === undefined ? '' : ratio.toFixed(2),
    goal ?? '',
  ]);
  const table = [['', 'here', 'limit', 'ratio', 'goal'], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  process.stdout.write(`\n${title}\n`);
  for (const row of table)
    process.stdout.write(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd()}\n`,
    );
}

export function rate(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString('en')}/s`;
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Loads taken in turns: the ratio is the median of the rounds' ratios. */
export function loadFigure(name: string, ours: readonly Load[], limit: readonly Load[], goal: string): Figure {
  const p99 = median(ours.map(({ p99Milliseconds }) => p99Milliseconds));
  return {
    name,
    ours: `${rate(median(ours.map(({ perSecond }) => perSecond)))}, p99 ${p99.toFixed(1)} ms`,
    limit: rate(median(limit.map(({ perSecond }) => perSecond))),
    ratio: median(ours.map((load, round) => load.perSecond / limit[round].perSecond)),
    goal,
  };
}

/** Times in milliseconds of the same work, taken in turns: the ratio says how much of the limit's speed is reached. */
export function timeFigure(
  name: string,
  count: number,
  ours: readonly number[],
  limit: readonly number[],
  goal: string,
): Figure {
  return {
    name,
    ours: `${rate((count / median(ours)) * 1000)} (${seconds(median(ours))})`,
    limit: `${rate((count / median(limit)) * 1000)} (${seconds(median(limit))})`,
    ratio: median(ours.map((time, round) => limit[round] / time)),
    goal,
  };
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

export function megabytes(amount: number): string {
  return `${Math.round(amount)} MB`;
}
