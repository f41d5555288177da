/** MD4 (RFC 1320), which MS-CHAPv2 needs and OpenSSL 3 no longer offers. Unfit for anything but the NT hash. */
export function md4(message: Buffer): Buffer {
  const padded = Buffer.alloc(((message.length + 8) >> 6) * 64 + 64);
  message.copy(padded);
  padded[message.length] = 0x80;
  padded.writeUInt32LE((message.length * 8) >>> 0, padded.length - 8);
  let state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let offset = 0; offset < padded.length; offset += 64) {
    const words = Array.from({ length: 16 }, (_, index) => padded.readUInt32LE(offset + index * 4));
    state = block(state, words);
  }
  const digest = Buffer.alloc(16);
  for (const [index, word] of state.entries()) digest.writeUInt32LE(word >>> 0, index * 4);
  return digest;
}

const inOrder = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const rounds = [
  { order: inOrder, shifts: [3, 7, 11, 19], constant: 0, mix: (x: number, y: number, z: number) => (x & y) | (~x & z) },
  {
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    shifts: [3, 5, 9, 13],
    constant: 0x5a827999,
    mix: (x: number, y: number, z: number) => (x & y) | (x & z) | (y & z),
  },
  {
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    shifts: [3, 9, 11, 15],
    constant: 0x6ed9eba1,
    mix: (x: number, y: number, z: number) => x ^ y ^ z,
  },
];

function block(state: readonly number[], words: readonly number[]): number[] {
  let [a, b, c, d] = state;
  for (const { order, shifts, constant, mix } of rounds) {
    for (let step = 0; step < 16; step += 1) {
      const sum = (a + mix(b, c, d) + words[order[step]] + constant) | 0;
      const shift = shifts[step & 3];
      [a, b, c, d] = [d, (sum << shift) | (sum >>> (32 - shift)), b, c];
    }
  }
  return [state[0] + a, state[1] + b, state[2] + c, state[3] + d];
}
