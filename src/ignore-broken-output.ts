/**
 * Standard output may be a full disk, or a pipe whose reader is gone: nothing that is worth ending for, as an error
 * that nobody hears does. The log counts what it loses.
 */
export function ignoreBrokenOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}
