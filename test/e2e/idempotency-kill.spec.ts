import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { dice } from '../simulators/fias/ifc-line.js';
import { DataFolder, rowsAt } from './data-folder.js';
import { type Ground, type KeyedPost, layGround, postKinds, send } from './keyed-posts.js';
import { type RunningService, startService } from './service.js';
import { pause, until } from './until.js';

const rounds = Number(process.env.USHER_TEST_ROUNDS ?? 5);
/** Of rounds; a slow machine has fewer of them. */
const mostMilliseconds = 30_000;
const seed = Number(process.env.USHER_TEST_SEED ?? Date.now() % 1_000_000_000);
const callers = 12;
const forms = ['', '/v1', '/api'];

let folder: DataFolder;
let database: TestDatabase;
let ground: Ground;
let killed: RunningService;
let other: RunningService;
const roll = dice(seed);
const start = () => startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });

beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  other = await start();
  killed = await start();
  ground = await layGround(other);
  await other.call('POST', '/users', { username: 'ground-guest' });
});
afterAll(async () => {
  await Promise.all([killed?.kill(), other?.kill()]);
  await database.drop();
  await folder.remove();
});

function rows<Row extends object>(sql: string): Promise<Row[]> {
  const admin = process.env.USHER_TEST_ADMIN_URL ?? '';
  return rowsAt<Row>(admin.replace(/\/postgres$/, new URL(database.url).pathname), sql);
}

/** Every one of `works` by one of some callers. */
async function byCallers<T>(works: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const left = works[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (const each of left) await work(each);
    }),
  );
}

const title =
  'requests of every kind lost their answers when the service was killed: repeated, each is done once and ' +
  'answered rightly';

test(title, async () => {
  process.stdout.write(`idempotency: USHER_TEST_SEED=${seed}\n`);
  const kinds = postKinds(ground);
  const posts: KeyedPost[] = [];
  /** Requests one after the other until the service is gone. */
  const caller = async (service: RunningService) => {
    for (;;) {
      const number = posts.length;
      const kind = kinds[number % kinds.length];
      const post: KeyedPost = { kind, mark: `k-${number}`, number, form: forms[number % forms.length] };
      posts.push(post);
      post.answer = await send(service, post);
    }
  };
  const wrong: string[] = [];
  const repeat = async (service: RunningService, post: KeyedPost) => {
    const answer = await send(service, post);
    const { path, status } = post.kind;
    if (answer.status !== status) wrong.push(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
    const isAsBefore = !post.answer || (answer.isReplayed && answer.text === post.answer.text);
    if (!isAsBefore) wrong.push(`${path}: answered otherwise than the first time`);
    post.answer ??= answer;
  };

  let [lost, wereDone] = [0, 0];
  const startsAt = performance.now();
  const isTimeLeft = () => performance.now() - startsAt < mostMilliseconds;
  for (let round = 1; round <= rounds && (round <= 2 || isTimeLeft()); round += 1) {
    const before = posts.length;
    const over = Promise.allSettled(Array.from({ length: callers }, () => caller(killed)));
    await until('some are answered', () => posts.slice(before).some(({ answer }) => answer));
    await pause(roll() * 1_000);
    await killed.kill();
    await over;
    const unanswered = posts.filter(({ answer }) => !answer);
    lost += unanswered.length;
    // Some at once by the process beside it, the others once this one is back.
    const atOnce = unanswered.filter(() => roll() < 0.5);
    await byCallers(atOnce, (post) => repeat(other, post));
    killed = await start();
    await byCallers(
      unanswered.filter(({ answer }) => !answer),
      (post) => repeat(killed, post),
    );
    wereDone += unanswered.filter(({ answer }) => answer?.isReplayed).length;
  }
  await byCallers(posts, (post) => repeat(roll() < 0.5 ? killed : other, post));
  process.stdout.write(
    `idempotency: ${posts.length} requests, ${lost} answers lost, ${wereDone} of them done already\n`,
  );

  expect(wrong).toEqual([]);
  expect(lost).toBeGreaterThan(0);
  const counts = await Promise.all(kinds.map(async ({ count }) => (await rows<{ count: number }>(count))[0].count));
  const made = kinds.map(({ path }, index) => [path, counts[index]]);
  const asked = kinds.map((kind) => [kind.path, kind.makes * posts.filter((post) => post.kind === kind).length]);
  expect(made).toEqual(asked);
});
