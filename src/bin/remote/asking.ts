import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { RemoteProblem } from './remote-problem.js';

let piped: Promise<string[]> | undefined;

/** A line that a person types, unseen where it is a secret; without a terminal the next line of standard input. */
export async function typed(question: string, isSecret = false): Promise<string> {
  if (!process.stdin.isTTY) {
    piped ??= linesOfInput();
    return (await piped).shift() ?? '';
  }
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    if (isSecret) process.stderr.write('\n');
  }
}

/** Whether a person says yes; without a terminal nobody can, and `flag` has to. */
export async function confirmed(question: string, flag: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new RemoteProblem('not understood', 'Nobody is there to be asked', `add ${flag} to go on without a question`);
  return /^y(es)?$/i.test(await typed(`${question} [y/N] `));
}

async function linesOfInput(): Promise<string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString()
    .split('\n')
    .map((line) => line.trim());
}
