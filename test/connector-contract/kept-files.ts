import { createHash } from 'node:crypto';
import { ConnectorProblem } from '../../src/provisioning/connector/connector-problem.js';
import type {
  AcceptedBefore,
  DeliveredFile,
  Examination,
  FileStore,
  OfferedFile,
} from '../../src/provisioning/connector/files.js';

type Kept = { file: DeliveredFile; content: Buffer; fingerprints: Buffer };

/** A fileStore in memory that keeps to what the engine's promises. */
export class KeptFiles implements FileStore {
  readonly kept: Kept[] = [];
  /** Reading a content ends in a fault after so many bytes. */
  breaksAfterBytes = Infinity;

  constructor(readonly folder: string | null = null) {}

  async store({ content, ...offered }: OfferedFile, mostBytes: number): Promise<DeliveredFile> {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    if (bytes.length > mostBytes) throw new ConnectorProblem('upstream_broken', 'The file is too large');
    const digest = createHash('sha256').update(bytes).digest('hex');
    const isRepeated = this.kept.some(
      ({ file }, place) =>
        file.digest === digest &&
        (file.status === 'held' || (file.status === 'accepted' && !this.isFollowed(file, place))),
    );
    const sequence = this.kept.length + 1;
    const file: DeliveredFile = {
      ...offered,
      id: `file-${sequence}`,
      sequence,
      digest,
      byteLength: bytes.length,
      receivedAt: '2026-05-14T12:00:00.000Z',
      status: isRepeated ? 'repeated' : 'received',
      examination: null,
      hasContent: !isRepeated,
    };
    this.kept.push({ file, content: bytes, fingerprints: Buffer.alloc(0) });
    return file;
  }

  refuse(offered: Parameters<FileStore['refuse']>[0], examination: Examination): Promise<void> {
    const sequence = this.kept.length + 1;
    const refused = { status: 'rejected' as const, digest: '', receivedAt: '2026-05-14T12:00:00.000Z' };
    const file = { ...offered, ...refused, id: `file-${sequence}`, sequence, examination, hasContent: false };
    this.kept.push({ file, content: Buffer.alloc(0), fingerprints: Buffer.alloc(0) });
    return Promise.resolve();
  }

  /** By another list that was accepted. */
  private isFollowed({ digest, examination }: DeliveredFile, place: number): boolean {
    return (
      examination?.scope === 'full' &&
      this.kept
        .slice(place + 1)
        .some(({ file }) => file.status === 'accepted' && file.examination?.scope === 'full' && file.digest !== digest)
    );
  }

  knows({ name, byteLength, modifiedAt }: Parameters<FileStore['knows']>[0]): Promise<boolean> {
    return Promise.resolve(
      this.kept.some(
        ({ file }) =>
          file.name === name &&
          file.byteLength === byteLength &&
          file.modifiedAt === modifiedAt &&
          file.status !== 'received',
      ),
    );
  }

  async *content({ id }: { readonly id: string }): AsyncGenerator<Buffer> {
    const { content } = this.of(id);
    for (let from = 0; from < content.length; from += 1024) {
      if (from >= this.breaksAfterBytes) throw new ConnectorProblem('gone', 'The file is not kept any more');
      yield await Promise.resolve(content.subarray(from, from + 1024));
    }
  }

  before(): Promise<AcceptedBefore> {
    const accepted = this.kept.filter(({ file }) => file.status === 'accepted');
    const full = accepted.findLast(({ file }) => file.examination?.scope === 'full');
    return Promise.resolve({
      last: accepted.at(-1)?.file ?? null,
      full: full?.file ?? null,
      fingerprints: full?.fingerprints ?? Buffer.alloc(0),
    });
  }

  judge({ id }: DeliveredFile, examination: Examination, fingerprints: Buffer): Promise<void> {
    const kept = this.of(id);
    kept.file = { ...kept.file, status: examination.verdict, examination };
    kept.fingerprints = fingerprints;
    return Promise.resolve();
  }

  find(id: string): Promise<DeliveredFile | undefined> {
    return Promise.resolve(this.kept.find(({ file }) => file.id === id)?.file);
  }

  nextChanges(behind: number): Promise<DeliveredFile | undefined> {
    return Promise.resolve(
      this.kept.find(
        ({ file }) => file.sequence > behind && file.status === 'accepted' && file.examination?.scope === 'changes',
      )?.file,
    );
  }

  private of(id: string): Kept {
    return this.kept.find(({ file }) => file.id === id)!;
  }
}

export function offered(text: string | Buffer, changes: Partial<OfferedFile> = {}): OfferedFile {
  return {
    name: 'staff.csv',
    origin: 'upload',
    modifiedAt: null,
    declared: {},
    content: once(Buffer.from(text)),
    ...changes,
  };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}
