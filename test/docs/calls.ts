import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from '@jest/globals';
import { isInstalled, packagesOfMissing } from '../optional/is-installed.js';

const run = promisify(execFile);

export const hasShell = isInstalled('What docs show by curl', packagesOfMissing({ bash: 'bash', curl: 'curl' }));
/** Of calls as a reader copies them; skipped where a machine has no bash or no curl. */
export const testOfCalls = hasShell ? test : test.skip;

/** The calls of a page as they stand there: one ends where its quotation marks are closed and no line goes on. */
export function callsOf(page: string): string[] {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^ *```\w*\n([\s\S]*?)^ *```$/gm)].map(([, block]) => block);
  return blocks.flatMap((block) =>
    [...block.matchAll(/^ *(curl (?:[^'\n\\]|\\\n|'[^']*')*)/gm)].map(([, call]) => call.trim()),
  );
}

export interface CallAnswer {
  readonly status: number;
  readonly text: string;
}

/** A shell as a reader of the page has it. */
export class ReadersShell {
  private readonly home = mkdtempSync(join(tmpdir(), 'usher-curl-'));

  constructor() {
    // Without a word of progress; the status after the answer.
    writeFileSync(join(this.home, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}"\n');
  }

  async call(text: string, { port, token }: { readonly port: number; readonly token: string }): Promise<CallAnswer> {
    const env = { PATH: process.env.PATH, CURL_HOME: this.home, HOME: this.home, KEY: token };
    const { stdout } = await run('bash', ['-c', text], { env: { ...env, USHER: `http://127.0.0.1:${port}` } });
    const [, answer, status] = /^([\s\S]*)\n(\d{3})$/.exec(stdout) ?? [];
    return { status: Number(status), text: answer };
  }

  close(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
