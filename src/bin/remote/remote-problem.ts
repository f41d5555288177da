/** What a script can tell apart: docs/command-line.md. */
const exitCodes = { refused: 1, 'not understood': 2, unreachable: 3, 'not allowed': 4 } as const;

/** Why a command was not carried out, and what to do about it. */
export class RemoteProblem extends Error {
  override readonly name = 'RemoteProblem';

  constructor(
    readonly kind: keyof typeof exitCodes,
    message: string,
    readonly remedy?: string,
  ) {
    super(message);
  }

  get exitCode(): number {
    return exitCodes[this.kind];
  }
}
