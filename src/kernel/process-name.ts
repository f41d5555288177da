import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Names this process so that another one on the same machine can tell whether it is still alive: boot, namespaces, pid
 * and start time. Empty on anything but Linux; there, only time can tell.
 */
export const processName = nameThisProcess();

/** True only when certain: it was a process of this machine since the last boot, and is gone. */
export function isGone(name: string): boolean {
  const [place, pid, startedAt] = name.split(':');
  if (!startedAt || place !== processName.split(':')[0]) return false;
  if (!isRunning(Number(pid))) return true;
  const startedNow = lifeOf(pid)?.startedAt;
  return startedNow !== undefined && startedNow !== startedAt;
}

/** A process that has ended stays listed until its parent collects it; it counts as gone. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !['Z', 'X'].includes(lifeOf(String(pid))?.state ?? '');
}

function nameThisProcess(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const spaces = ['pid', 'time'].map((space) => readlinkSync(`/proc/self/ns/${space}`).replace(/\D/g, ''));
    const life = lifeOf('self');
    return life ? `${[boot, ...spaces].join('/')}:${process.pid}:${life.startedAt}` : '';
  } catch {
    return '';
  }
}

/**
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the name in parentheses may contain anything, also
 * blanks.
 */
function lifeOf(pid: string): { state: string; startedAt: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], startedAt: fields[19] };
  } catch {
    return undefined;
  }
}
