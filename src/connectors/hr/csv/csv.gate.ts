import { type CsvFigures, lostGroups } from './csv.figures.js';
import type { Findings } from './csv.findings.js';

const keptRows = 0.9;
const keptKeys = 0.85;
const tolerablePoints = 10;
const shares = [
  ['active', 'people with an active status'],
  ['emptyEmails', 'rows without an e-mail address'],
  ['emptyEnds', 'rows without an end date'],
] as const;
/** Below this number of people a share says little: one of five is twenty points. */
const fewestForShares = 20;

/** Invalid rows that a file may have: three, or one in a hundred. */
export function tolerableInvalid(rows: number): number {
  return Math.max(3, Math.floor(rows / 100));
}

/** E-mail addresses and usernames that may change from one list to the next. */
function tolerableChanges(people: number): number {
  return Math.max(5, Math.floor(people / 20));
}

/**
 * Compares a full list with the last accepted one. A large difference does not prove a broken file, but nobody is
 * removed because of it until an operator has looked: half a file looks just like this.
 */
export function compare(
  before: CsvFigures,
  peopleBefore: ReadonlyMap<string, string>,
  now: CsvFigures,
  people: ReadonlyMap<string, string>,
  findings: Findings,
): void {
  const vanished = before.fields.filter((field) => !now.fields.includes(field));
  if (vanished.length > 0)
    findings.addCount(
      'header_changed',
      vanished.length,
      `columns of the last file are missing: ${vanished.join(', ')}`,
    );
  if (now.rows < before.rows * keptRows)
    findings.addCount('row_count', before.rows - now.rows, `${now.rows} rows, the last file had ${before.rows}`);
  const lost = lostGroups(before, now);
  if (lost.length > 0)
    findings.addCount('group_loss', lost.length, `more than half is missing of ${lost.slice(0, 10).join(', ')}`);
  compareShares(before, now, findings);
  comparePeople(peopleBefore, people, findings);
}

function compareShares(before: CsvFigures, now: CsvFigures, findings: Findings): void {
  if (Math.min(before.rows, now.rows) < fewestForShares) return;
  const moved = shares.flatMap(([name, title]) => {
    const [was, is] = [before, now].map((each) => (each[name] / each.rows) * 100);
    return Math.abs(is - was) > tolerablePoints ? [`${title}: ${Math.round(is)} %, before ${Math.round(was)} %`] : [];
  });
  if (moved.length > 0) findings.addCount('distribution', moved.length, moved.join('; '));
}

function comparePeople(
  before: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, string>,
  findings: Findings,
): void {
  if (before.size === 0) return;
  let known = 0;
  let changed = 0;
  for (const [key, person] of before) {
    const now = people.get(key);
    if (now === undefined) continue;
    known += 1;
    if (now !== person) changed += 1;
  }
  // Only for people in this file; other rules handle those who are missing.
  const comparable = Math.min(before.size, people.size);
  if (known < comparable * keptKeys)
    findings.addCount(
      'key_overlap',
      comparable - known,
      `${known} of ${comparable} employee numbers are those of the last file; were they renumbered, or did ` +
        'they lose their zeros?',
    );
  if (changed > tolerableChanges(known))
    findings.addCount(
      'identity_changes',
      changed,
      `${changed} e-mail addresses or usernames differ from the last file; ` +
        'is it another encoding, or another template?',
    );
}

/** People whose access a file of changes ends. */
export function exceedsLeaverLimit(leavers: number, people: number): boolean {
  return leavers > Math.max(20, Math.floor(people / 4));
}
