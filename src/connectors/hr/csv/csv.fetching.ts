import type { Clock, Instant } from '../../../kernel/clock.js';
import type { DeclaredContent, FileStore } from '../../../provisioning/connector/files.js';
import type { CsvExamination } from './csv.examination.js';
import { byAge } from './csv.order.js';
import type { CsvSettings } from './csv.settings.js';
import { type CsvSource, type FoundFile, isUnfinished, hasForm, type OpenSource } from './csv.source.js';

const quietSeconds = 60;
const mostMarkerBytes = 4_096;
const mostAtOnce = 50;

/** A file as first seen in its present state. */
export interface Look {
  readonly name: string;
  readonly byteLength: number;
  readonly modifiedAt: Instant;
  readonly at: Instant;
}

/** Finds files that are finished and new, stores them, and has each examined. */
export class CsvFetching {
  constructor(
    private readonly settings: CsvSettings,
    private readonly open: OpenSource,
    private readonly fileStore: FileStore,
    private readonly examination: CsvExamination,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns what to remember for the next look, and whether a full list was accepted.
   * @throws ConnectorProblem
   */
  async fetch(
    looks: readonly Look[],
    signal: AbortSignal,
  ): Promise<{ readonly looks: readonly Look[]; readonly acceptedFull: boolean }> {
    const source = await this.open(signal);
    try {
      const listed = await source.list(signal);
      const news = await this.unknown(
        listed.filter(
          ({ name }) =>
            hasForm(name, this.settings.file_name) &&
            !isUnfinished(name) &&
            !name.endsWith(this.settings.marker_suffix),
        ),
      );
      const seen = news.map(
        (file): Look => looks.find((look) => isSame(look, file)) ?? { ...file, at: this.clock.instant() },
      );
      let acceptedFull = false;
      for (const look of this.due(seen, listed))
        acceptedFull = (await this.take(source, look, listed, signal)) || acceptedFull;
      return { looks: seen.slice(-mostAtOnce), acceptedFull };
    } finally {
      await source.close();
    }
  }

  private async unknown(files: readonly FoundFile[]): Promise<FoundFile[]> {
    const receivedAt = this.clock.instant();
    const sorted = byAge(files.map((file) => ({ ...file, receivedAt })));
    // Only the newest full list matters, but every file of changes.
    const wanted = this.settings.mode === 'full' ? sorted.slice(-1) : sorted.slice(-mostAtOnce);
    const news: FoundFile[] = [];
    for (const { name, byteLength, modifiedAt } of wanted)
      if (!(await this.fileStore.knows({ name, byteLength, modifiedAt }))) news.push({ name, byteLength, modifiedAt });
    return news;
  }

  /** Files of changes count in order: an unfinished one holds back those after it. */
  private due(seen: readonly Look[], listed: readonly FoundFile[]): readonly Look[] {
    const waiting = seen.findIndex((look) => !this.isFinished(look, listed));
    return waiting < 0 ? seen : seen.slice(0, waiting);
  }

  private isFinished(look: Look, listed: readonly FoundFile[]): boolean {
    if (this.settings.completion === 'marker') return markerOf(look, listed, this.settings) !== undefined;
    return this.clock.milliseconds() - Date.parse(look.at) >= quietSeconds * 1000;
  }

  /** True for an accepted full list. */
  private async take(
    source: CsvSource,
    look: Look,
    listed: readonly FoundFile[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const marker = this.settings.completion === 'marker' ? markerOf(look, listed, this.settings) : undefined;
    const declared =
      marker && marker.byteLength <= mostMarkerBytes ? declaredBy(await textOf(source, marker.name, signal)) : {};
    const { name, modifiedAt } = look;
    const { mostBytes } = this.examination;
    if (look.byteLength > mostBytes) {
      const { byteLength } = look;
      const offered = { name, origin: source.origin, modifiedAt, declared, byteLength };
      await this.fileStore.refuse(offered, this.examination.tooLarge());
      return false;
    }
    const file = await this.fileStore.store(
      { name, origin: source.origin, modifiedAt, declared, content: source.read(name, signal) },
      mostBytes,
    );
    // It grew while it was read: the next look will find it changed.
    if (file.byteLength !== look.byteLength || file.status !== 'received') return false;
    const { examination, fingerprints } = await this.examination.examine(file, this.fileStore, signal);
    await this.fileStore.judge(file, examination, fingerprints);
    return examination.verdict === 'accepted' && examination.scope === 'full';
  }
}

/** Of last night's file, which this one replaces under its name, a marker says nothing of this one. */
export function markerOf(
  { name, modifiedAt }: Pick<FoundFile, 'name' | 'modifiedAt'>,
  listed: readonly FoundFile[],
  { marker_suffix: suffix }: Pick<CsvSettings, 'marker_suffix'>,
): FoundFile | undefined {
  const names = [`${name}${suffix}`, `${name.replace(/\.[^.]*$/, '')}${suffix}`];
  return listed.find((file) => names.includes(file.name) && file.modifiedAt >= modifiedAt);
}

function isSame(look: Look, file: FoundFile): boolean {
  return look.name === file.name && look.byteLength === file.byteLength && look.modifiedAt === file.modifiedAt;
}

async function textOf(source: CsvSource, name: string, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of source.read(name, signal)) {
    pieces.push(piece);
    length += piece.length;
    // It may have been replaced since it was listed, or have no end.
    if (length >= mostMarkerBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, mostMarkerBytes).toString('utf8');
}

/**
 * A marker file says that a file is finished. It may hold the number of rows, the SHA-256 as sha256sum writes it, or
 * both as JSON.
 */
export function declaredBy(marker: string): DeclaredContent {
  const text = marker.trim();
  const manifest = text.startsWith('{') ? parsed(text) : null;
  const rows = manifest ? manifest.rows : /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  const digest = manifest ? manifest.sha256 : /^([0-9a-fA-F]{64})(\s|$)/.exec(text)?.[1];
  return {
    ...(Number.isInteger(rows) ? { rows: rows as number } : {}),
    ...(typeof digest === 'string' && /^[0-9a-fA-F]{64}$/.test(digest) ? { digest } : {}),
  };
}

function parsed(text: string): { readonly rows?: unknown; readonly sha256?: unknown } {
  try {
    return JSON.parse(text) as { rows?: unknown; sha256?: unknown };
  } catch {
    return {};
  }
}
