const sampleMilliseconds = 60;

/**
 * How many times longer work takes here now than if nothing else ran on this machine: 1 on an idle one, 2 where it has
 * a core for half of the time.
 */
function contention(): number {
  const since = performance.now();
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    const spent = (user + system) / 1000;
    if (spent >= sampleMilliseconds) return Math.max(1, (performance.now() - since) / spent);
  }
}

/** So many seconds of a machine that does nothing else: for what has to begin before its time is over. */
export function unhurried(seconds: number): number {
  return seconds * contention();
}

/**
 * A promise in milliseconds is one of a machine that serves: what else the test run does on this one meanwhile is
 * reckoned out, by how long this thread waits for a core before and after.
 */
export async function machineMilliseconds(work: () => Promise<unknown>): Promise<number> {
  const before = contention();
  const since = performance.now();
  await work();
  const took = performance.now() - since;
  return took / Math.max(before, contention());
}
