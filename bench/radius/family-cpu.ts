import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux: 100 a second. */
const millisecondsPerTick = 10;

/**
 * CPU that a process and its children have used so far, in milliseconds: unlike a rate it says the same on a machine
 * that does other work, too. Of a PostgreSQL `first` is the postmaster, of `npm run radius` the process that runs
 * FreeRADIUS; children that ended are counted with it.
 */
export function familyCpu(first: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statOf(name);
    if (!fields) continue;
    const [pid, parent] = [Number(name), Number(fields[1])];
    // Fields 14 to 17 of proc(5): own user and system time, then that of ended children.
    if (pid === first) ticks += [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
    else if (parent === first) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * millisecondsPerTick;
}

/** What follows the program's name: state, parent, … */
function statOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
