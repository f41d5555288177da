import { createHash, createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { readAccounting, responseTo } from './accounting-request.wire.js';

const secret = Buffer.from('a secret of an access point');
const name = Buffer.from([1, 6, ...Buffer.from('anna')]);
const unsigned = Buffer.from([80, 18, ...Buffer.alloc(16)]);

function framed(code: number, authenticator: Buffer, ...attributes: readonly Buffer[]): Buffer {
  const packet = Buffer.concat([Buffer.from([code, 7, 0, 0]), authenticator, ...attributes]);
  packet.writeUInt16BE(packet.length, 2);
  return packet;
}

/** RFC 2866, section 3. */
function authentic(packet: Buffer): Buffer {
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

/** RFC 3579, section 3.2: the Message-Authenticator that stands first. */
function signed(packet: Buffer): Buffer {
  createHmac('md5', secret).update(packet).digest().copy(packet, 22);
  return packet;
}

const request = () => authentic(framed(4, Buffer.alloc(16), name));

test('a packet that proves the secret is read, without the padding behind it', () => {
  for (const datagram of [request(), Buffer.concat([request(), Buffer.alloc(3)])])
    expect(readAccounting(datagram, secret)).toEqual({ code: 4, packet: request() });
});

test('what is shorter than it says, or no accounting, is nothing', () => {
  const tooLittle = Buffer.from(request());
  tooLittle.writeUInt16BE(19, 2);
  const login = authentic(framed(1, Buffer.alloc(16), name));
  for (const wrong of [Buffer.alloc(0), request().subarray(0, 19), request().subarray(0, -1), tooLittle, login])
    expect(readAccounting(wrong, secret)).toBeUndefined();
});

test('what another secret proves is forged', () => {
  expect(readAccounting(request(), Buffer.from('another'))).toBe('forged');
});

test('a Message-Authenticator has to be right wherever one is', () => {
  const both = () => authentic(signed(framed(4, Buffer.alloc(16), unsigned, name)));
  expect(readAccounting(both(), secret)).toMatchObject({ code: 4 });
  const wrong = framed(4, Buffer.alloc(16), unsigned, name);
  expect(readAccounting(authentic(wrong), secret)).toBe('forged');
  expect(readAccounting(authentic(framed(4, Buffer.alloc(16), Buffer.from([80, 4, 1, 2]))), secret)).toBe('forged');
});

test('whoever asks whether we are there shows a Message-Authenticator', () => {
  const nonce = Buffer.alloc(16, 9);
  expect(readAccounting(signed(framed(12, nonce, unsigned)), secret)).toMatchObject({ code: 12 });
  expect(readAccounting(framed(12, nonce, unsigned), secret)).toBe('forged');
  expect(readAccounting(framed(12, nonce, name), secret)).toBe('forged');
});

test('an answer proves the secret, and gives each proxy its state back', () => {
  const states = [Buffer.from([33, 4, 1, 2]), Buffer.from([33, 3, 9])];
  const asked = readAccounting(authentic(framed(4, Buffer.alloc(16), states[0], name, states[1])), secret);
  if (asked === undefined || asked === 'forged') throw new Error('a packet with the right authenticator is read');
  const expected = framed(5, asked.packet.subarray(4, 20), ...states);
  createHash('md5').update(expected).update(secret).digest().copy(expected, 4);
  expect(responseTo(asked, secret)).toEqual(expected);
});
