import type { Instant } from '../../../kernel/clock.js';

/** A file as its place shows it. */
export interface FoundFile {
  readonly name: string;
  readonly byteLength: number;
  readonly modifiedAt: Instant;
}

/** Where files are fetched from: looked at and read, never changed. */
export interface CsvSource {
  readonly origin: 'folder' | 'sftp';
  /** @throws ConnectorProblem */
  list(signal: AbortSignal): Promise<readonly FoundFile[]>;
  /** @throws ConnectorProblem */
  read(name: string, signal: AbortSignal): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** Made anew for each look. */
export type OpenSource = (signal: AbortSignal) => Promise<CsvSource>;

const longestName = 255;

/**
 * Whether a name is of the form `staff-*.csv`, in any case, as HR systems on Windows write them. Steps back to the last
 * * only, so that no pair of form and name, both of which strangers may have chosen, takes longer than one length times
 * the other.
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

/** What a writer has not finished yet says so by its name. */
export function isUnfinished(name: string): boolean {
  return /\.(tmp|part|filepart|partial|crdownload|swp)$|^[.~]/i.test(name);
}
