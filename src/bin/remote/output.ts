/** Rows as a person reads them: columns as wide as their longest value, headings above. */
export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = [headings.map((each) => each.toUpperCase()), ...rows.map((row) => row.map(cell))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => [...row[column]].length)));
  return cells
    .map((row) =>
      row
        .map((text, column) => text + ' '.repeat(widths[column] - [...text].length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What comes from outside cannot steer the terminal. */
function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  return String(value).replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** For a program that reads it: the record or list as the API gives it. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}
