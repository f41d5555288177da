import { expect, test } from '@jest/globals';
import { ManualClock, SeededChance } from '../../test/kernel/manual-clock.js';
import { CapturingLog } from '../../test/connector-contract/capturing-log.js';
import { DatabaseUnavailable } from './database-unavailable.js';
import { Periodic } from './periodic.js';

class Rounds extends Periodic {
  readonly name = 'rounds';
  protected override readonly firstMilliseconds = 1_000;
  protected readonly everyMilliseconds = 60_000;
  readonly at: string[] = [];
  fails = false;
  work: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();

  hear(): void {
    this.wake();
  }

  constructor(
    readonly time: ManualClock,
    readonly told = new CapturingLog(),
  ) {
    super(time, new SeededChance(), told);
  }

  through(items: readonly string[], work: (item: string) => Promise<void>, signal: AbortSignal): Promise<void> {
    return this.each(items, signal, work, { facts: (item) => ({ item }), failure: 'an item failed' });
  }

  async round(signal: AbortSignal): Promise<void> {
    this.at.push(this.time.instant().slice(11, 19));
    if (this.fails) throw new Error('the database is away');
    await this.work(signal);
  }
}

test('the first round comes when it is said to, the others with the pause between, failed ones too', async () => {
  const rounds = new Rounds(new ManualClock('2026-05-14T13:00:00.000Z'));
  rounds.start();
  expect(rounds.at).toEqual([]);
  await rounds.time.advance(1);
  rounds.fails = true;
  await rounds.time.advance(120);
  expect(rounds.at).toEqual(['13:00:01', '13:01:01', '13:02:01']);
  await rounds.stop();
});

test('stopping waits for the round under way, tells it, and begins no other', async () => {
  const rounds = new Rounds(new ManualClock());
  let told = false;
  rounds.work = async (signal) => {
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
    });
    told = true;
  };
  rounds.start();
  await rounds.time.advance(1);
  await rounds.stop();
  await rounds.time.advance(600);
  expect([told, rounds.at.length]).toEqual([true, 1]);
});

test('what was stopped can be started again', async () => {
  const rounds = new Rounds(new ManualClock());
  for (const _ of [1, 2]) {
    rounds.start();
    await rounds.time.advance(1);
    await rounds.stop();
  }
  expect(rounds.at.length).toBe(2);
});

test('who is woken begins the next round at once, and the pause counts from its end', async () => {
  const rounds = new Rounds(new ManualClock('2026-05-14T13:00:00.000Z'));
  rounds.start();
  await rounds.time.advance(11);
  rounds.hear();
  await rounds.time.advance(0);
  expect(rounds.at).toEqual(['13:00:01', '13:00:11']);
  await rounds.time.advance(60);
  expect(rounds.at).toEqual(['13:00:01', '13:00:11', '13:01:11']);
  await rounds.stop();
});

test('who is woken during a round has another follow, one for all that woke it', async () => {
  const rounds = new Rounds(new ManualClock('2026-05-14T13:00:00.000Z'));
  let finish = (): void => undefined;
  rounds.work = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  rounds.start();
  await rounds.time.advance(1);
  rounds.hear();
  rounds.hear();
  rounds.work = () => Promise.resolve();
  expect(rounds.at.length).toBe(1);
  finish();
  await rounds.time.advance(0);
  expect(rounds.at).toEqual(['13:00:01', '13:00:01']);
  await rounds.time.advance(59);
  expect(rounds.at.length).toBe(2);
  await rounds.stop();
});

test('one that fails keeps no other waiting, and is named; without the database none can be done', async () => {
  const rounds = new Rounds(new ManualClock());
  const done: string[] = [];
  const work = async (item: string) => {
    if (item === 'bad') throw new Error('it has no address');
    if (item === 'late') throw new DatabaseUnavailable('unreachable', '08006');
    done.push(item);
  };
  const { signal } = new AbortController();
  await rounds.through(['one', 'bad', 'two'], work, signal);
  expect(done).toEqual(['one', 'two']);
  expect(rounds.told.lines).toEqual([expect.stringMatching(/warn an item failed .*bad.*it has no address/)]);
  await expect(rounds.through(['late', 'three'], work, signal)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await rounds.through(['four'], work, AbortSignal.abort());
  expect(done).toEqual(['one', 'two']);
});
