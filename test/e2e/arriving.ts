import { appendFileSync } from 'node:fs';

/**
 * From what happens at a vendor to the account, for docs/connectors.md: call it before, and what it gives after.
 * `USHER_LATENCIES` names a file that gets a line for each connector. Nothing is judged by it.
 */
export function arriving(connector: string): () => void {
  const happenedAt = performance.now();
  return () => noteArrival(connector, performance.now() - happenedAt);
}

export function noteArrival(connector: string, milliseconds: number): void {
  const { USHER_LATENCIES: notes } = process.env;
  if (notes) appendFileSync(notes, `${connector} ${Math.round(milliseconds)}\n`);
}
