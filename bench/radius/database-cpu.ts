import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux: 100 a second. */
const millisecondsPerTick = 10;

/**
 * CPU that a PostgreSQL has used so far, all its processes together, in milliseconds: unlike a rate it says the same on
 * a machine that does other work, too. `postmaster` is the first process; its children that ended are counted with it.
 */
export function databaseCpu(postmaster: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statOf(name);
    if (!fields) continue;
    const [pid, parent] = [Number(name), Number(fields[1])];
    // Fields 14 to 17 of proc(5): own user and system time, then that of ended children.
    if (pid === postmaster) ticks += [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
    else if (parent === postmaster) ticks += Number(fields[11]) + Number(fields[12]);
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
