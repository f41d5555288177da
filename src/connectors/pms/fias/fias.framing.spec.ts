import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { framed, FrameReader, maximumFrameBytes, type Framed } from './fias.framing.js';

const content = fc
  .uint8Array({ maxLength: 300 })
  .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x02 && byte !== 0x03)));
const outside = fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x02)));

const shown = (found: readonly Framed[]) => found.map((each) => (each === 'broken' ? each : each.toString('latin1')));

function readAll(bytes: Buffer, cuts: readonly number[]): string[] {
  const reader = new FrameReader();
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((one, other) => one - other), bytes.length];
  return edges.slice(1).flatMap((edge, index) => shown(reader.read(bytes.subarray(edges[index], edge))));
}

test('any split of any sequence of frames gives the same records, whatever lies between them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(outside, content), { maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 30 }),
      (parts, cuts) => {
        const bytes = Buffer.concat(parts.flatMap(([noise, frame]) => [noise, framed(frame)]));
        expect(readAll(bytes, cuts)).toEqual(parts.map(([, frame]) => frame.toString('latin1')));
      },
    ),
    { numRuns: 500 },
  );
});

test('garbage never throws, and the frame after it is read', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 20 }), (packets) => {
      const reader = new FrameReader();
      for (const packet of packets) reader.read(Buffer.from(packet));
      expect(shown(reader.read(framed(Buffer.from('LA|')))).at(-1)).toBe('LA|');
    }),
    { numRuns: 500 },
  );
});

test('one byte at a time is enough', () => {
  const bytes = Buffer.concat([framed(Buffer.from('LS|')), framed(Buffer.from('GO|RN518|G#48211|GSN|'))]);
  expect(readAll(bytes, [...bytes.keys()])).toHaveLength(2);
});

test('the serial check byte behind a frame is dropped', () => {
  const wire = Buffer.concat([
    framed(Buffer.from('GO|RN518|G#48211|GSN|')),
    Buffer.of(0x2b, 0x06, 0x15),
    framed(Buffer.from('LA|')),
  ]);
  expect(shown(new FrameReader().read(wire))).toEqual(['GO|RN518|G#48211|GSN|', 'LA|']);
});

test('a frame without an end is given up when the next begins', () => {
  expect(shown(new FrameReader().read(Buffer.from('\u0002GI|RN412|G#4\u0002LA|\u0003')))).toEqual(['broken', 'LA|']);
});

test('a frame over the limit is given up without being held, the next is read', () => {
  const reader = new FrameReader();
  const packets = [
    Buffer.from('\u0002GI|'),
    ...Array.from({ length: 100 }, () => Buffer.alloc(1000, 'x')),
    Buffer.from('\u0003'),
    framed(Buffer.alloc(maximumFrameBytes, 'y')),
  ];
  expect(packets.flatMap((packet) => shown(reader.read(packet)))).toEqual(['broken', 'y'.repeat(maximumFrameBytes)]);
});

test('the bytes on the wire are those of the specification', () => {
  expect(framed(Buffer.from('GO|RN518|G#48211|GSN|')).toString('hex')).toBe(
    '02474f7c524e3531387c472334383231317c47534e7c03',
  );
});
