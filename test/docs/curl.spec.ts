import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';

const run = promisify(execFile);
/** Pages that a newcomer copies calls from. */
const pages = ['README.md', 'docs/reception.md', 'docs/online.md', 'docs/alerts.md'];

let world: UsherWorld;
let hotel: SimulatedHotel;
let home: string;

beforeAll(async () => {
  hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  world = await usherWorld({ settings: { allowPrivateTargets: true } });
  home = mkdtempSync(join(tmpdir(), 'usher-curl-'));
  // Without a word of progress; the status after the answer.
  writeFileSync(join(home, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}"\n');
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await world?.close();
  await hotel?.stop();
});

/** As they stand on the page: a call ends where its quotation marks are closed and no line goes on. */
function callsOf(page: string): string[] {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^ *```\w*\n([\s\S]*?)^ *```$/gm)].map(([, block]) => block);
  return blocks.flatMap((block) =>
    [...block.matchAll(/^ *(curl (?:[^'\n\\]|\\\n|'[^']*')*)/gm)].map(([, call]) => call.trim()),
  );
}

test.each(pages)('the calls of %s do what the page says', async (page) => {
  const calls = callsOf(page);
  expect(calls.length).toBeGreaterThan(0);
  const known: Record<string, string> = { '"10.0.0.5", "port": 5010': `"127.0.0.1", "port": ${hotel.port}` };
  const statuses: [string, number][] = [];
  for (const call of calls) {
    const text = Object.entries(known).reduce((line, [from, to]) => line.replaceAll(from, to), call);
    const env = { PATH: process.env.PATH, CURL_HOME: home, HOME: home, KEY: world.token };
    const { stdout } = await run('bash', ['-c', text], { env: { ...env, USHER: `http://127.0.0.1:${world.port}` } });
    const [, answer, status] = /^([\s\S]*)\n(\d{3})$/.exec(stdout) ?? [];
    statuses.push([`${call.split('\n')[0]} ${status.startsWith('2') ? '' : answer}`, Math.floor(Number(status) / 100)]);
    // What the reader is told to put in from the answer before.
    if (call.includes('$USHER/networks ')) known.NETWORK = (JSON.parse(answer) as { id: string }).id;
  }
  expect(statuses.filter(([, kind]) => kind !== 2)).toEqual([]);
});
