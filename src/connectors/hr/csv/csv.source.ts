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

/** `staff-*.csv`, in any case, as HR systems on Windows write them. */
export function nameForm(pattern: string): RegExp {
  const form = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.');
  return new RegExp(`^${form}$`, 'i');
}

/** What a writer has not finished yet says so by its name. */
export function isUnfinished(name: string): boolean {
  return /\.(tmp|part|filepart|partial|crdownload|swp)$|^[.~]/i.test(name);
}
