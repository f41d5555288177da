import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { LineOutput } from './line-output.js';

const notice = (dropped: number) => `dropped ${dropped}\n`;
const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test('lines that a full disk does not take are dropped and counted, and the process goes on', async () => {
  const full = openSync('/dev/full', 'w');
  const output = new LineOutput(full, notice);
  for (const line of ['one\n', 'two\n']) output.write(line);
  await turn();
  output.write('three\n');
  await turn();
  expect(output.dropped).toBe(3);
  closeSync(full);
});

test('once lines can be written again, one of them says how many were lost', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'usher-lines-'));
  const file = path.join(folder, 'log');
  // A descriptor that is closed, then open again under the same number.
  const number = openSync(file, 'a');
  const output = new LineOutput(number, notice);
  closeSync(number);
  output.write('lost\n');
  output.write('lost, too\n');
  await turn();
  expect(output.dropped).toBe(2);
  const again = openSync(file, 'a');
  expect(again).toBe(number);
  output.write('written\n');
  await turn();
  output.write('and on\n');
  await turn();
  expect(await readFile(file, 'utf8')).toBe('dropped 2\nwritten\nand on\n');
  expect(output.dropped).toBe(2);
  closeSync(again);
  await rm(folder, { recursive: true });
});
