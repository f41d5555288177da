/** One line of the report. `ratio` compares with a limit measured in the same run; goals are in docs/performance.md. */
export interface Figure {
  readonly name: string;
  readonly ours: string;
  readonly limit?: string;
  readonly ratio?: number;
  readonly goal?: string;
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = figures.map(({ name, ours, limit, ratio, goal }) => [name, ours, limit ?? '', ratio === undefined ? '' : ratio.toFixed(2), goal ?? '']);
  const table = [['', 'here', 'limit', 'ratio', 'goal'], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  process.stdout.write(`\n${title}\n`);
  for (const row of table) process.stdout.write(`  ${row.map((cell, column) => cell.padEnd(widths[column])).join('  ').trimEnd()}\n`);
}

export function rate(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString('en')}/s`;
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
