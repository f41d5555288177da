import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Codes of RFC 5176, section 2.3. */
export const packetCodes = { disconnectRequest: 40, changeRequest: 43 } as const;
/** Attribute types (RFC 2865, 2866, 2869, 5176). */
export const attributeTypes = {
  userName: 1,
  callingStationId: 31,
  acctSessionId: 44,
  eventTimestamp: 55,
  messageAuthenticator: 80,
  errorCause: 101,
} as const;

export interface PacketAttribute {
  readonly type: number;
  readonly value: Buffer;
}

export const headerBytes = 20;
const proofBytes = 16;

/**
 * A request of a dynamic authorization client. The Message-Authenticator comes first. It is computed before the request
 * authenticator, with zeros in both (RFC 5176, section 3.4).
 */
export function dynamicRequest(
  code: (typeof packetCodes)[keyof typeof packetCodes],
  identifier: number,
  attributes: readonly PacketAttribute[],
  secret: string,
): Buffer {
  const proof = { type: attributeTypes.messageAuthenticator, value: Buffer.alloc(proofBytes) };
  const packet = framedPacket(code, identifier, Buffer.alloc(16), [proof, ...attributes]);
  createHmac('md5', secret)
    .update(packet)
    .digest()
    .copy(packet, headerBytes + 2);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

/** A packet whose authenticator is still to be computed (RFC 2865, section 3). */
export function framedPacket(
  code: number,
  identifier: number,
  authenticator: Buffer,
  attributes: readonly PacketAttribute[],
): Buffer {
  const body = attributes.flatMap(({ type, value }) => [Buffer.from([type, value.length + 2]), value]);
  const packet = Buffer.concat([Buffer.from([code, identifier, 0, 0]), authenticator, ...body]);
  packet.writeUInt16BE(packet.length, 2);
  return packet;
}

/** An access point's answer to `request`; undefined: not an answer to it, or not by a holder of the secret. */
export function answerTo(
  request: Buffer,
  answer: Buffer,
  secret: string,
): { readonly acknowledged: boolean; readonly errorCause: number | null } | undefined {
  if (answer.length < headerBytes || answer.readUInt16BE(2) !== answer.length || answer[1] !== request[1])
    return undefined;
  // The codes of ACK and NAK follow their request's code.
  const acknowledged = answer[0] === request[0] + 1;
  if (!acknowledged && answer[0] !== request[0] + 2) return undefined;
  const expected = createHash('md5')
    .update(answer.subarray(0, 4))
    .update(request.subarray(4, headerBytes))
    .update(answer.subarray(headerBytes))
    .update(secret)
    .digest();
  if (!timingSafeEqual(expected, answer.subarray(4, headerBytes))) return undefined;
  const cause = attributesOf(answer).find(
    ({ type, value }) => type === attributeTypes.errorCause && value.length === 4,
  );
  return { acknowledged, errorCause: cause?.value.readUInt32BE(0) ?? null };
}

/** The attributes of a packet; stops at a length that cannot be right. */
export function attributesOf(packet: Buffer): PacketAttribute[] {
  const found: PacketAttribute[] = [];
  for (let at = headerBytes; isAttribute(packet, at); at += packet[at + 1])
    found.push({ type: packet[at], value: packet.subarray(at + 2, at + packet[at + 1]) });
  return found;
}

/** Whether an attribute stands here; not at a length that cannot be right. */
export function isAttribute(packet: Buffer, at: number): boolean {
  return at + 2 <= packet.length && packet[at + 1] >= 2 && at + packet[at + 1] <= packet.length;
}

/**
 * Whether a request's Message-Authenticator proves the secret (RFC 3579, section 3.2); undefined: it has none. Of an
 * accounting request it is computed with zeros for the request authenticator, which follows from it.
 */
export function provesMessage(
  packet: Buffer,
  secret: string | Buffer,
  authenticatorIs: 'as sent' | 'zeros',
): boolean | undefined {
  let at = headerBytes;
  while (isAttribute(packet, at) && packet[at] !== attributeTypes.messageAuthenticator) at += packet[at + 1];
  if (!isAttribute(packet, at)) return undefined;
  const [begin, end] = [at + 2, at + packet[at + 1]];
  if (end - begin !== proofBytes) return false;
  const unsigned = Buffer.from(packet).fill(0, begin, end);
  if (authenticatorIs === 'zeros') unsigned.fill(0, 4, headerBytes);
  return timingSafeEqual(createHmac('md5', secret).update(unsigned).digest(), packet.subarray(begin, end));
}
