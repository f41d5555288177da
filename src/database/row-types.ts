import pg from 'pg';

const bigint = 20;
const timestamptz = 1184;

type Parser = (text: string) => unknown;

/**
 * Turns PostgreSQL's `2026-05-14 13:00:00.123456+00` into `2026-05-14T13:00:00.123Z`. Pure string work, because a list
 * page holds fifty of them.
 */
function instantOf(text: string): string {
  if (!text.endsWith('+00')) return /^-?infinity$/.test(text) ? text : new Date(text).toISOString();
  const dot = text.indexOf('.', 19);
  if (dot === 19 && text.length >= 26) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`;
  const fraction =
    dot < 0
      ? '000'
      : text
          .slice(dot + 1, -3)
          .padEnd(3, '0')
          .slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/**
 * The types of rows from hand-written statements: instants as ISO text, counts as numbers. TypeORM's own statements
 * keep the driver's types.
 */
export const rowTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parser {
    if (format !== 'binary' && oid === timestamptz) return instantOf;
    if (format !== 'binary' && oid === bigint) return Number;
    return pg.types.getTypeParser(oid, format as 'text') as Parser;
  },
} as unknown as pg.CustomTypesConfig;
