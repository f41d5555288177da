import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';

const top = fileURLToPath(new URL('../../', import.meta.url));
const node = path.join(top, 'node_modules/.bin/node');
const text = (file: string) => readFile(path.join(top, file), 'utf8');

beforeAll(() => promisify(execFile)(process.execPath, ['config/tools/build-once.mjs'], { cwd: top }), 600_000);

/** Without a setting: what is asked here touches no database. */
function usher(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(node, ['dist/bin/usher.js', ...args], { cwd: top, env: {} }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

test('--help names every subcommand, and each says what it does and takes', async () => {
  const { code, out } = await usher('--help');
  expect(code).toBe(0);
  for (const name of ['start', 'migrate', 'radius', 'audit', 'openapi'])
    expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  expect((await usher('audit', '--help')).out).toMatch(/^ {2}verify \[organization\] \[head\]/m);
  expect((await usher('audit', 'verify', '--help')).out).toMatch(/^ {2}head +a former head/m);
  expect((await usher('openapi', '--help')).out).toMatch(/^ {2}--check +write nothing/m);
});

test('--version is the one of package.json', async () => {
  const { version } = JSON.parse(await text('package.json')) as { version: string };
  expect(await usher('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test.each([
  [['--prot'], "error: unknown option '--prot'"],
  [['start', '--port', '80'], "error: unknown option '--port'"],
  [['migrate', 'now'], "error: too many arguments for 'migrate'. Expected 0 arguments but got 1."],
  [['sttart'], "error: unknown command 'sttart'\n(Did you mean start?)"],
  [['audit', 'verify', 'lindenhof'], 'It is no id of an organization.'],
  [['audit', 'verify', '01890a5d-ac96-774b-bcce-b302099a8057', '17'], 'Expected block and hash, such as 17:9f86d081…'],
])('usher %j is not understood: it says why, does nothing and ends with 2', async (args, why) => {
  const { code, out, err } = await usher(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(why);
});

test.each([[[]], [['audit']]])('usher %j without a subcommand shows what there is, and ends with 2', async (args) => {
  const { code, out, err } = await usher(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('Usage: usher');
});

test('npm start, the unit, the command, the packages and the benchmarks give V8 the same flags', async () => {
  const flags = (words: string) => words.match(/--\S*(?:semi-space|heap)\S*?=\d+|--[a-z-]*pretenuring/g);
  const { scripts } = JSON.parse(await text('package.json')) as { scripts: Record<string, string> };
  const [command] = (await text('src/bin/usher.ts')).split('\n');
  const unit = /^ExecStart=.*$/m.exec(await text('deploy/systemd/usher.service'))?.[0] ?? '';
  const bench = await text('bench/service-process.ts');
  expect(flags(scripts.start)).not.toBeNull();
  const image = /^ENTRYPOINT .*$/m.exec(await text('deploy/container/Containerfile'))?.[0] ?? '';
  const debian = (await text('deploy/debian/usher.sh')).split('\n')[1];
  for (const words of [command, unit, bench, image, debian]) expect(flags(words)).toEqual(flags(scripts.start));
});
