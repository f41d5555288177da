import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { delimiters, quotes, type CsvSettings } from './csv.settings.js';
import { decoded } from './csv.text.js';

/** The text breaks the rules of CSV at this row. */
export class Unparsable extends Error {
  constructor(
    readonly row: number,
    message: string,
  ) {
    super(message);
  }
}

/** Row 1 is the header. */
export interface ReadRow {
  readonly number: number;
  readonly cells: readonly string[];
}

const longestRow = 65_536;

/**
 * Rows in file order, one at a time: memory does not grow with the file.
 * @throws Undecodable, Unparsable
 */
export async function* csvRows(
  content: AsyncIterable<Buffer>,
  encoding: string,
  settings: Pick<CsvSettings, 'delimiter' | 'quote'>,
): AsyncGenerator<ReadRow> {
  const quote = quotes[settings.quote];
  const parser = parse({
    delimiter: delimiters[settings.delimiter],
    quote,
    escape: quote ?? undefined,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
  });
  pipeline(Readable.from(decoded(content, encoding)), parser, () => undefined);
  let number = 0;
  try {
    for await (const cells of parser) yield { number: (number += 1), cells: cells as string[] };
  } catch (error) {
    if (error instanceof CsvError) throw new Unparsable(number + 1, wordsFor(error));
    throw error;
  } finally {
    parser.destroy();
  }
}

/** csv-parse quotes the text in its messages, so they are not passed on. */
function wordsFor({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return 'a quoted cell is not closed: the file breaks off, or the quotes are others';
  if (code === 'CSV_MAX_RECORD_SIZE')
    return 'a row is longer than 64 KiB: a quote that is not closed, or another delimiter';
  return 'a quote stands where none may be';
}
