import { describe, expect, it } from '@jest/globals';
import { OneTurn } from './one-turn.js';

describe('One turn of the event loop', () => {
  it('does what became ready at its end, in that order', async () => {
    const turn = new OneTurn();
    const done: string[] = [];
    turn.add(() => done.push('first'));
    await Promise.resolve();
    turn.add(() => done.push('second'));
    const before = [...done];
    await turn.over;
    expect({ before, done }).toEqual({ before: [], done: ['first', 'second'] });
  });

  it('is over at once when nothing is ready', async () => {
    const turn = new OneTurn();
    turn.add(() => undefined);
    await turn.over;
    expect(turn.over).toBeUndefined();
  });

  it('leaves to the next one what becomes ready while it ends', async () => {
    const turn = new OneTurn();
    const done: string[] = [];
    turn.add(() => turn.add(() => done.push('later')));
    await turn.over;
    const before = [...done];
    await turn.over;
    expect({ before, done }).toEqual({ before: [], done: ['later'] });
  });
});
