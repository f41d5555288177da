import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

test('every text of the console is in the catalogues, in all its languages', async () => {
  const checked = promisify(execFile)(process.execPath, ['config/tools/web-texts.mjs', '--catalogues']);
  expect(await checked.catch(({ stderr }: { stderr: string }) => ({ stdout: stderr }))).toMatchObject({ stdout: '' });
});
