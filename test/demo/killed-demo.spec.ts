import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { until } from '../e2e/until.js';

const top = fileURLToPath(new URL('../../', import.meta.url));

/** Whether anything answers there. */
async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

test('a demo whose output nobody reads any more ends without a word, and leaves nothing', async () => {
  const demo = spawn(process.execPath, ['config/tools/demo.mjs', '--once'], {
    cwd: top,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  demo.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  const folder = `${top}data/demo-${demo.pid}`;
  try {
    await once(demo.stdout, 'data');
    demo.stdout.destroy();
    expect([await once(demo, 'exit'), said, existsSync(folder)]).toEqual([[130, null], '', false]);
  } finally {
    demo.kill('SIGKILL');
  }
});

test('a demo that is killed leaves neither its service nor its database, and its port is free again', async () => {
  const { TMPDIR: _, ...around } = process.env;
  const demo = spawn(process.execPath, ['config/tools/demo.mjs'], {
    cwd: top,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...around, PORT: '0' },
  });
  const folder = `${top}data/demo-${demo.pid}`;
  try {
    let url = '';
    for await (const line of createInterface({ input: demo.stdout })) {
      url = /http:\/\/[\d.]+:\d+(?=\/console\/)/.exec(line)?.[0] ?? '';
      if (url) break;
    }
    expect([await answers(url), existsSync(folder)]).toEqual([true, true]);
    demo.kill('SIGKILL');
    await once(demo, 'exit');
    await until('its service ends', async () => !(await answers(url)));
    await until('its folder is removed', () => !existsSync(folder));
  } finally {
    demo.kill('SIGKILL');
  }
});
