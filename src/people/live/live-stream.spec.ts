import { expect, test } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { eventText, LiveStream } from './live-stream.js';

const listener = {
  token: 't',
  organizationId: 'o',
  actorId: 'a',
  topics: new Set(['users'] as const),
  isBeneath: false,
};

test('a reader who does not read is cut off at a quarter of a megabyte', () => {
  const wire = new PassThrough();
  const stream = new LiveStream(listener, wire, undefined, () => undefined);
  const frame = eventText('p.1', 'change', { topic: 'users', organization_id: 'o', ids: ['x'.repeat(1_000)] });
  let told = 0;
  while (!wire.destroyed && told < 1_000) {
    stream.write(frame);
    told += 1;
  }
  expect(told * frame.length).toBeGreaterThan(256 * 1024);
  expect(told * frame.length).toBeLessThan(260 * 1024);
  expect(stream.body.destroyed).toBe(true);
});

test('one who reads is not, however much there is', async () => {
  const wire = new PassThrough();
  const stream = new LiveStream(listener, wire, undefined, () => undefined);
  let bytes = 0;
  wire.on('data', (part: Buffer) => {
    bytes += part.length;
  });
  stream.body.pipe(wire);
  const frame = eventText('p.1', 'change', { ids: 'x'.repeat(10_000) });
  for (let told = 0; told < 100; told += 1) {
    stream.write(frame);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  expect([wire.destroyed, bytes]).toEqual([false, frame.length * 100]);
});
