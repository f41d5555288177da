import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { KeyedDigest } from './keyed-digest.js';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));
const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 4000, maxLength: 5000 }));

test('a text has the HMAC that OpenSSL gives it, however many the key has had before', () => {
  fc.assert(
    fc.property(bytes(64), fc.array(texts, { minLength: 1, maxLength: 4 }), (key, each) => {
      const digest = new KeyedDigest(key);
      for (const text of each) {
        expect(digest.of(text, 'hex')).toBe(createHmac('sha256', key).update(text).digest('hex'));
        expect(digest.of(text, 'base64url')).toBe(createHmac('sha256', key).update(text).digest('base64url'));
      }
    }),
  );
});

test('a key longer than a block is refused: RFC 2104 would have it hashed', () => {
  expect(() => new KeyedDigest(Buffer.alloc(65))).toThrow('65 bytes');
});
