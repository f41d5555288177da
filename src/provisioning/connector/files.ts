import type { Instant } from '../../kernel/clock.js';

/** What was promised about a file: by its marker or manifest, or by the request that brought it. */
export interface DeclaredContent {
  readonly rows?: number;
  /** SHA-256, hexadecimal. */
  readonly digest?: string;
}

/** A file about to be stored. */
export interface OfferedFile {
  readonly name: string;
  readonly origin: 'upload' | 'folder' | 'sftp';
  readonly modifiedAt: Instant | null;
  readonly declared: DeclaredContent;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * `repeated`: its content was accepted before. `held`: complete, but so unlike the last one that an operator is asked.
 */
export type FileStatus = 'received' | 'accepted' | 'held' | 'rejected' | 'repeated';

/** A delivered file. Its content is kept sealed for some days; the findings stay. */
export interface DeliveredFile extends Omit<OfferedFile, 'content'> {
  readonly id: string;
  /** Order of delivery, rising. */
  readonly sequence: number;
  readonly digest: string;
  readonly byteLength: number;
  readonly receivedAt: Instant;
  readonly status: FileStatus;
  readonly examination: Examination | null;
  /** False once its time is over. */
  readonly hasContent: boolean;
}

/** One broken rule: how often, and where first. Never a value of a person. */
export interface Finding {
  readonly rule: string;
  readonly count: number;
  /** The first ten, as a spreadsheet counts them; the header is row 1. */
  readonly rows: readonly number[];
  readonly detail: string;
}

/** The examination of a whole file, before anything of it counts. */
export interface Examination {
  readonly verdict: 'accepted' | 'held' | 'rejected';
  /** A full list, or changes. */
  readonly scope: 'full' | 'changes';
  readonly rows: number;
  /** Why it was held or rejected. */
  readonly findings: readonly Finding[];
  /** Findings that are no reason for rejection, such as unreadable rows. */
  readonly warnings: readonly Finding[];
  /** What the next file is compared with; counts and shares, no value of a person. */
  readonly figures: Readonly<Record<string, unknown>>;
}

/** What was accepted before: the last file of any kind, and the last full list. */
export interface AcceptedBefore {
  readonly last: DeliveredFile | null;
  readonly full: DeliveredFile | null;
  /** As `judge` was given them with that list; empty when there was none. */
  readonly fingerprints: Buffer;
}

/** The files of one connection, as the engine keeps them. */
export interface FileStore {
  /**
   * Where files may be dropped for this connection on the server's disk; null when the deployment has no such place.
   */
  readonly folder: string | null;
  /**
   * Stored once it resolves.
   * @throws ConnectorProblem upstream_broken when it is larger than `mostBytes`
   */
  store(offered: OfferedFile, mostBytes: number): Promise<DeliveredFile>;
  /** Notes a file whose content is not even read, as `judge` does: it changes nothing. */
  refuse(file: Omit<OfferedFile, 'content'> & { readonly byteLength: number }, examination: Examination): Promise<void>;
  /** Whether this very version of a file was fetched since the connection was last changed. */
  knows(file: Pick<OfferedFile, 'name' | 'modifiedAt'> & { readonly byteLength: number }): Promise<boolean>;
  /** Its bytes, from the beginning at each call. @throws ConnectorProblem gone when they are not kept any more */
  content(file: Pick<DeliveredFile, 'id'>): AsyncIterable<Buffer>;
  before(): Promise<AcceptedBefore>;
  /** The findings decide what happens to the file; operators are told when it is not accepted. */
  judge(file: DeliveredFile, examination: Examination, fingerprints: Buffer): Promise<void>;
  find(id: string): Promise<DeliveredFile | undefined>;
  /** The next accepted file of changes behind a place in the order of delivery. */
  nextChanges(behind: number): Promise<DeliveredFile | undefined>;
}

/**
 * The outside system delivers whole files, uploaded or fetched. Nothing of a file counts before all of it was examined.
 */
export interface Examines {
  readonly mostBytes: number;
  /** Reads the file and compares it with what was accepted before; decides nothing. @throws ConnectorProblem */
  examine(
    file: DeliveredFile,
    fileStore: FileStore,
    signal: AbortSignal,
  ): Promise<{ readonly examination: Examination; readonly fingerprints: Buffer }>;
}
