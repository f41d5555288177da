import type { Instant } from '../../../kernel/clock.js';

/** A file as its source lists it. */
export interface FoundFile {
  readonly name: string;
  readonly byteLength: number;
  readonly modifiedAt: Instant;
}

/** Where files are fetched from; only listed and read, never changed. */
export interface CsvSource {
  readonly origin: 'folder' | 'sftp';
  /** @throws ConnectorProblem */
  list(signal: AbortSignal): Promise<readonly FoundFile[]>;
  /** @throws ConnectorProblem */
  read(name: string, signal: AbortSignal): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** Created anew for each look. */
export type OpenSource = (signal: AbortSignal) => Promise<CsvSource>;

const longestName = 255;

/**
 * Whether a name matches a pattern such as `staff-*.csv`, ignoring case, as HR systems on Windows write them.
 * Backtracks to the last * only, so that no pair of pattern and name (strangers may choose both) takes longer than the
 * product of their lengths.
 */
export function hasForm(name: string, form: string): boolean {
  if (name.length > longestName || /\p{Cc}/u.test(name)) return false;
  const [have, want] = [name.toLowerCase(), form.toLowerCase()];
  let [at, wanted, afterStar, starAt] = [0, 0, -1, 0];
  while (at < have.length) {
    if (want[wanted] === '*') {
      wanted += 1;
      [afterStar, starAt] = [wanted, at];
    } else if (wanted < want.length && (want[wanted] === '?' || want[wanted] === have[at])) {
      wanted += 1;
      at += 1;
    } else if (afterStar >= 0) {
      starAt += 1;
      [wanted, at] = [afterStar, starAt];
    } else return false;
  }
  return /^\**$/.test(want.slice(wanted));
}

/** The name says that its writer has not finished. */
export function isUnfinished(name: string): boolean {
  return /\.(tmp|part|filepart|partial|crdownload|swp)$|^[.~]/i.test(name);
}
