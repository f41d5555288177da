import { expect, test } from '@jest/globals';
import { ManualClock } from '../../test/kernel/manual-clock.js';
import { Background } from '../kernel/background.js';
import { CapturingLog } from '../../test/connector-contract/capturing-log.js';
import { Backgrounds } from './backgrounds.js';

class Noted extends Background {
  constructor(
    readonly name: string,
    private readonly notes: string[],
  ) {
    super();
  }

  start(): void {
    this.notes.push(`${this.name} begins`);
  }

  async stop(): Promise<void> {
    this.notes.push(`${this.name} ends`);
  }
}

function world() {
  const notes: string[] = [];
  const clock = new ManualClock();
  const log = new CapturingLog();
  return {
    notes,
    clock,
    log,
    backgrounds: new Backgrounds(clock, log),
    works: ['inbox', 'bulk', 'mail'].map((name) => new Noted(name, notes)),
  };
}

test('works begin one after the other, not in one moment, and end together', async () => {
  const { notes, clock, backgrounds, works } = world();
  backgrounds.start(works);
  expect(notes).toEqual(['inbox begins']);
  await clock.advance(0.04);
  expect(notes).toEqual(['inbox begins', 'bulk begins']);
  await clock.advance(2);
  expect(notes).toEqual(['inbox begins', 'bulk begins', 'mail begins']);
  await backgrounds.stop();
  expect(notes.slice(3).sort()).toEqual(['bulk ends', 'inbox ends', 'mail ends']);
});

test('told to stop while works still begin, no other begins, and those that did are ended', async () => {
  const { notes, clock, backgrounds, works } = world();
  backgrounds.start(works);
  await clock.advance(0.04);
  await backgrounds.stop();
  await clock.advance(2);
  expect(notes).toEqual(['inbox begins', 'bulk begins', 'inbox ends', 'bulk ends']);
});

test('a work that fails to end is named, and the others end all the same', async () => {
  class Failing extends Noted {
    override stop(): Promise<void> {
      return Promise.reject(new Error('the line is cut'));
    }
  }
  const { notes, clock, log, backgrounds, works } = world();
  backgrounds.start([new Failing('link', notes), ...works]);
  await clock.advance(2);
  await backgrounds.stop();
  expect(notes.slice(4).sort()).toEqual(['bulk ends', 'inbox ends', 'mail ends']);
  const failures = log.lines.filter((line) => line.startsWith('warn'));
  expect(failures).toEqual([expect.stringMatching(/stopped with an error .*link.*the line is cut/s)]);
});
