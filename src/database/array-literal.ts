type Element = string | number | boolean | null | undefined;

/**
 * A column of rows in PostgreSQL's text form of an array, undefined as null. `{}` when all are null, because unnest
 * pads short columns with null. JSON's form differs only in its escapes, and JSON.stringify is native: it takes a tenth
 * of the driver's time.
 */
export function arrayLiteral(values: readonly Element[]): string {
  if (values.every((value) => value === null || value === undefined)) return '{}';
  const json = JSON.stringify(values);
  const inner = /\\[^"\\]/.test(json) ? json.replaceAll(/\\(?:u[0-9a-f]{4}|.)/g, unescaped) : json;
  return `{${inner.slice(1, -1)}}`;
}

/** Inside quotes, PostgreSQL accepts a backslash before a quote or a backslash only; everything else is literal. */
function unescaped(escape: string): string {
  return escape === '\\"' || escape === '\\\\' ? escape : (JSON.parse(`"${escape}"`) as string);
}
