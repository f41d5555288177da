/**
 * SQL that shows a column of 12 digits as `aa:bb:cc:dd:ee:ff`, null as null. For select lists only: compare and index
 * the column itself.
 */
export function macColumnShown(column: string): string {
  return [1, 3, 5, 7, 9, 11].map((from) => `substr(${column}, ${from}, 2)`).join(` || ':' || `);
}
