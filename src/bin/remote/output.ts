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

function cell(value: unknown): string {
  return value === null || value === undefined || value === '' ? '-' : printable(String(value));
}

/** What comes from outside cannot steer the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** For a program that reads it: the record or list as the API gives it. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}
