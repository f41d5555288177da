/**
 * Reads from `source` while the consumer is busy, and hands over together what has come meanwhile. Holds at most
 * `most()` of weight, so memory stays bounded; one item is always taken. What was read before an error is handed over
 * first. With `patience`, waits that long for more: until there is `most()` of it, or no more to come.
 */
export async function* readAhead<Item>(
  source: AsyncIterable<Item>,
  weight: (item: Item) => number,
  most: () => number,
  patience?: (enough: AbortSignal) => Promise<void>,
): AsyncGenerator<readonly Item[]> {
  const iterator = source[Symbol.asyncIterator]();
  const state = {
    waiting: [] as Item[],
    weight: 0,
    isOver: false,
    isLeft: false,
    failure: null as { readonly error: unknown } | null,
  };
  let changed = () => undefined as void;
  const change = () =>
    new Promise<void>((resolve) => {
      changed = resolve;
    });
  const read = async () => {
    try {
      while (!state.isLeft) {
        const { value, done } = await iterator.next();
        if (done) break;
        state.waiting.push(value);
        state.weight += weight(value);
        const isFull = state.weight >= most();
        changed();
        if (isFull) await roomOrEnd();
      }
    } catch (error) {
      state.failure = { error };
    }
    state.isOver = true;
    changed();
  };
  let taken = () => undefined as void;
  const roomOrEnd = () =>
    state.weight < most() || state.isLeft
      ? Promise.resolve()
      : new Promise<void>((resolve) => {
          taken = resolve;
        });
  const gathered = async (wait: (enough: AbortSignal) => Promise<void>) => {
    const enough = new AbortController();
    let isPatient = true;
    const waiting = async () => {
      await wait(enough.signal);
      isPatient = false;
    };
    const over = waiting();
    while (isPatient && state.weight < most() && !state.isOver) await Promise.race([over, change()]);
    enough.abort();
  };
  const reading = read();
  try {
    for (;;) {
      if (state.waiting.length === 0 && !state.isOver) await change();
      if (state.waiting.length > 0) {
        if (patience) await gathered(patience);
        const items = state.waiting;
        Object.assign(state, { waiting: [], weight: 0 });
        taken();
        yield items;
      } else if (state.isOver) {
        if (state.failure) throw state.failure.error;
        return;
      }
    }
  } finally {
    state.isLeft = true;
    taken();
    // Not awaited: a slow outside system must not delay a consumer that has stopped.
    if (!state.isOver) void reading.then(() => iterator.return?.()).catch(() => undefined);
  }
}
