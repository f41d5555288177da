import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { saidIn } from './accounting-packet.wire.js';
import { readAccounting, responseTo } from './accounting-request.wire.js';

const secret = Buffer.from('a secret of this start');

function requestOf(body: Buffer): Buffer {
  const packet = Buffer.concat([Buffer.from([4, 7, 0, 0]), Buffer.alloc(16), body]);
  packet.writeUInt16BE(packet.length, 2);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

test('whatever an access point sends, what is read of it is text that can be stored', () => {
  const attribute = fc
    .tuple(fc.constantFrom(1, 4, 8, 25, 26, 31, 40, 46, 49, 87, 95, 168), fc.uint8Array({ maxLength: 40 }))
    .map(([type, value]) => Buffer.from([type, value.length + 2, ...value]));
  const body = fc.oneof(
    fc.array(attribute, { maxLength: 12 }).map((all) => Buffer.concat(all)),
    bytes(),
  );
  fc.assert(
    fc.property(body, (sent) => {
      const request = readAccounting(requestOf(sent), secret);
      if (request === undefined || request === 'forged')
        throw new Error('a packet with the right authenticator is read');
      const said = saidIn(request);
      for (const value of Object.values(said)) expect([typeof value, value.includes('\0')]).toEqual(['string', false]);
      expect(responseTo(request, secret)[0]).toBe(5);
    }),
    { numRuns: 300 },
  );
});

function bytes() {
  return fc.uint8Array({ maxLength: 200 }).map((all) => Buffer.from(all));
}
