import type {
  AcceptedBefore,
  DeliveredFile,
  Examination,
  Examines,
  FileStore,
  Finding,
} from '../../../provisioning/connector/files.js';
import type { CsvFigures } from './csv.figures.js';
import { Findings } from './csv.findings.js';
import { packed, unpacked } from './csv.fingerprints.js';
import { compare, tolerableInvalid, exceedsLeaverLimit } from './csv.gate.js';
import { compareAge } from './csv.order.js';
import { FilePass, type Passed } from './csv.pass.js';
import type { CsvSettings } from './csv.settings.js';
import { markedEncoding, Undecodable } from './csv.text.js';

/** Findings that may be right after all: an operator may accept such a file as it is. */
const doubtful = [
  'header_changed',
  'row_count',
  'group_loss',
  'distribution',
  'key_overlap',
  'identity_changes',
  'leavers',
];

type Found = Awaited<ReturnType<Examines['examine']>>;

/** Examines a file: it is accepted whole, or changes nothing. */
export class CsvExamination implements Examines {
  readonly mostBytes = 64 * 2 ** 20;

  constructor(private readonly settings: CsvSettings) {}

  /** Of a file that is not even read. */
  tooLarge(): Examination {
    const findings = new Findings();
    findings.add('too_large', null, `the file is larger than ${this.mostBytes / 2 ** 20} MiB`);
    return found(findings, null, []).examination;
  }

  async examine(file: DeliveredFile, fileStore: FileStore, signal: AbortSignal): Promise<Found> {
    const before = await fileStore.before();
    const { findings, passed } = await this.pass(file, fileStore, signal);
    if (!passed) return found(findings, null, []);
    const { scope, figures } = passed;
    const warnings = findings.take('repeated_row');
    const tolerable = tolerableInvalid(figures.rows);
    if (figures.invalid <= tolerable) warnings.push(...findings.take('invalid_rows'));
    if (file.declared.digest && file.declared.digest.toLowerCase() !== file.digest)
      findings.add('digest_differs', null, 'the content is not the one whose SHA-256 was promised');
    checkAge(file, before, findings);
    if (scope === 'full') compareWithLast(passed, before, findings);
    else checkSequence(passed, before, findings);
    return found(findings, passed, warnings);
  }

  private async pass(
    file: DeliveredFile,
    fileStore: FileStore,
    signal: AbortSignal,
  ): Promise<{ readonly findings: Findings; readonly passed: Passed | null }> {
    const { encoding, fallback_encoding: fallback } = this.settings;
    const marked = await markedEncoding(fileStore.content(file));
    const tried = marked ? [marked] : [encoding, ...(fallback ? [fallback] : [])];
    for (const each of tried) {
      const findings = new Findings();
      try {
        return {
          findings,
          passed: await new FilePass(this.settings, findings).walk(
            fileStore.content(file),
            each,
            file.declared,
            signal,
          ),
        };
      } catch (error) {
        if (!(error instanceof Undecodable)) throw error;
      }
    }
    const findings = new Findings();
    findings.add('undecodable', null, `the file is not in ${tried.join(', nor in ')}; set the encoding it has`);
    return { findings, passed: null };
  }
}

function found(findings: Findings, passed: Passed | null, warnings: readonly Finding[]): Found {
  const list = findings.list();
  const verdict =
    list.length === 0 ? 'accepted' : list.every(({ rule }) => doubtful.includes(rule)) ? 'held' : 'rejected';
  const examination: Examination = {
    verdict,
    scope: passed?.scope ?? 'full',
    rows: passed?.figures.rows ?? 0,
    findings: list,
    warnings,
    figures: { ...passed?.figures },
  };
  return { examination, fingerprints: passed?.scope === 'full' ? packed(passed.people) : Buffer.alloc(0) };
}

function checkAge(file: DeliveredFile, { last }: AcceptedBefore, findings: Findings): void {
  if (last && compareAge(file, last) < 0)
    findings.add('stale', null, 'the file is older than the last one that was accepted');
}

function compareWithLast(
  { figures, people }: Passed,
  { full, fingerprints }: AcceptedBefore,
  findings: Findings,
): void {
  const before = figuresOf(full);
  if (!before) return;
  if (before.endsWithLineEnd && !figures.endsWithLineEnd && figures.rows > 0)
    findings.add('cut_off', null, 'the last line has no end, which it had in the last file: this may be half a file');
  compare(before, unpacked(fingerprints), figures, people, findings);
}

/** After a full list any number may follow; otherwise the next one. */
function checkSequence({ firstSeq, leavers }: Passed, { last, full }: AcceptedBefore, findings: Findings): void {
  const before = last?.examination?.scope === 'changes' ? (figuresOf(last)?.lastSeq ?? null) : null;
  if (before !== null && firstSeq !== null && firstSeq !== before + 1) {
    findings.add(
      firstSeq <= before ? 'stale' : 'sequence_gap',
      null,
      firstSeq <= before
        ? `sequence number ${firstSeq} came before: ${before} was the last`
        : `${before + 1} is next, the file begins with ${firstSeq}: send a file with everybody`,
    );
  }
  const people = figuresOf(full)?.rows ?? 0;
  if (people > 0 && exceedsLeaverLimit(leavers, people))
    findings.addCount('leavers', leavers, `${leavers} people of ${people} would leave at once`);
}

function figuresOf(file: DeliveredFile | null): CsvFigures | null {
  return (file?.examination?.figures as CsvFigures | undefined) ?? null;
}
