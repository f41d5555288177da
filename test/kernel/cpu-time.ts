/**
 * Milliseconds of this thread's own work: unlike those of a wall clock, no more of them on a machine that does other
 * things besides.
 */
export function cpuMilliseconds(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
