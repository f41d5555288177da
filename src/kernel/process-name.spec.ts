import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { isGone, processName } from './process-name.js';

/** The same place and start time as ours, another pid. */
function named(pid: number, startedAt = processName.split(':')[2]): string {
  return [processName.split(':')[0], pid, startedAt].join(':');
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('this process has a name and is not gone', () => {
  expect(processName).toMatch(/^[0-9a-f-]{36}\/\d+\/\d+:\d+:\d+$/);
  expect(isGone(processName)).toBe(false);
});

onLinux('a process that ended is gone, and so is one whose number another process has now', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  expect(isGone(named(child.pid ?? 0))).toBe(true);
  expect(isGone(named(process.pid, '1'))).toBe(true);
});

test('of a process elsewhere nothing is known', () => {
  for (const name of [
    '',
    'elsewhere',
    'elsewhere:1:1',
    processName.replace(/^./, 'x'),
    '0190a0a0-0000-7000-8000-000000000001',
  ])
    expect(isGone(name)).toBe(false);
});
