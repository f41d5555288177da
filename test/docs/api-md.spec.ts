import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase } from '../database/fresh-database.js';
import { DataFolder } from '../e2e/data-folder.js';
import { type RunningService, startService } from '../e2e/service.js';
import { hasShell, testOfCalls } from './calls.js';

/** The guide's blocks, typed in order into one shell against the real service; what it shows is what comes. */
interface Block {
  readonly title: string;
  readonly script: string;
  readonly shown?: unknown;
}

const blocks = blocksOf(readFileSync('docs/api.md', 'utf8'));

let folder: DataFolder;
let service: RunningService;
let drop: () => Promise<void>;
let outputs: readonly string[] = [];
let problem = '';
beforeAll(async () => {
  if (!hasShell) return;
  const database = await createMigratedDatabase();
  drop = database.drop;
  folder = await DataFolder.make();
  service = await startService({ USHER_DATA_DIR: folder.path, DATABASE_URL: database.url, USHER_RATE_LIMIT: '1000' });
  const script = blocks.map((block, index) => `${block.script}\necho; echo "=== ${index} done"`).join('\n');
  const run = promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    env: { PATH: process.env.PATH, HOST: service.url, TOKEN: service.token },
    timeout: 240_000,
  });
  const { stdout } = await run.catch((error: { stdout?: string; stderr?: string }) => {
    problem = `${error.stdout?.slice(-1500)}\n${error.stderr}`;
    return { stdout: error.stdout ?? '' };
  });
  outputs = stdout.split(/\n=== \d+ done\n/);
});
afterAll(async () => {
  if (!hasShell) return;
  await service?.kill();
  await folder?.remove();
  await drop?.();
});

testOfCalls('every block runs to its end', () => {
  expect(problem).toBe('');
  expect(outputs).toHaveLength(blocks.length + 1);
});

testOfCalls.each(
  blocks.map((block, index) => [block.title, index, block] as const).filter(([, , { shown }]) => shown !== undefined),
)('%s (block %i) answers what is shown', (_, index, { shown }) => {
  const text = outputs[index].trim();
  const last =
    text
      .slice(text.search(/^[[{]/m))
      .split(/\n(?=[[{])/)
      .at(-1) ?? '';
  expectShown(JSON.parse(last), shown, '');
});

testOfCalls('blocks that show no answer say something, too', () => {
  const said = (words: string) => outputs.find((output) => output.includes(words));
  expect(said('"username":"305-novakova"')).toBeDefined();
  expect(said('x-ratelimit-remaining')).toBeDefined();
  expect(
    outputs.filter((output) => output.includes('at,')).length +
      outputs.filter((output) => output.includes('code')).length,
  ).toBeGreaterThan(1);
});

test('the guide is linked from the README and names every task', () => {
  expect(readFileSync('README.md', 'utf8')).toContain('(docs/api.md)');
  expect(blocks.length).toBeGreaterThan(15);
});

/** Each shown member is there; `…` stands for anything, an empty list for any, a list's first record for each kind. */
function expectShown(actual: unknown, shown: unknown, at: string): void {
  if (typeof shown === 'string' && shown.includes('…')) {
    const [start = ''] = shown.split('…');
    expect([at, String(actual).startsWith(start)]).toEqual([at, true]);
  } else if (Array.isArray(shown)) {
    expect([at, Array.isArray(actual)]).toEqual([at, true]);
    shown.forEach((each, index) => expectShown((actual as unknown[])[index], each, `${at}/${index}`));
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [name, each] of Object.entries(shown))
      expectShown((actual as Record<string, unknown> | undefined)?.[name], each, `${at}/${name}`);
  } else if (at.endsWith('page_count') || at.endsWith('total_items'))
    expect([at, typeof actual]).toEqual([at, 'number']);
  else expect([at, actual]).toEqual([at, shown]);
}

function blocksOf(text: string): Block[] {
  const found: Block[] = [];
  let title = '';
  for (const [, heading, language, body] of text.matchAll(/^## (.+)$|^```(sh|json)\n([\s\S]*?)^```$/gm)) {
    if (heading) title = heading;
    else if (language === 'sh') found.push({ title, script: body });
    else found.push({ ...(found.pop() ?? { title, script: '' }), shown: JSON.parse(body) });
  }
  return found;
}
