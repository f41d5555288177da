import { createHash, createHmac } from 'node:crypto';
import {
  attributesOf,
  attributeTypes,
  framedPacket,
  headerBytes,
  type PacketAttribute,
  provesMessage,
} from '../disconnect/packet.js';

/** RFC 2865, section 3, and RFC 5997. */
export const accessCodes = { request: 1, accept: 2, reject: 3, statusServer: 12 } as const;

const types = { ...attributeTypes, userPassword: 2, filterId: 11, replyMessage: 18, nasIdentifier: 32, proxyState: 33 };
const authenticatorBytes = 16;

/** A login as FreeRADIUS forwards it. */
export interface ForwardedLogin {
  readonly packet: Buffer;
  readonly code: number;
  readonly username: string;
  readonly password: string;
  readonly nasIdentifier: string;
  readonly callingStationId: string;
}

/** Undefined: not a packet, or its Message-Authenticator does not prove the secret. */
export function readForwardedLogin(packet: Buffer, secret: string): ForwardedLogin | undefined {
  if (packet.length < headerBytes || packet.readUInt16BE(2) !== packet.length) return undefined;
  if (!provesMessage(packet, secret, 'as sent')) return undefined;
  const attributes = attributesOf(packet);
  const text = (type: number) => attributes.find((each) => each.type === type)?.value.toString('utf8') ?? '';
  const hidden = attributes.find(({ type }) => type === types.userPassword)?.value ?? Buffer.alloc(0);
  return {
    packet,
    code: packet[0],
    username: text(types.userName),
    password: revealed(hidden, packet.subarray(4, headerBytes), secret),
    nasIdentifier: text(types.nasIdentifier),
    callingStationId: text(types.callingStationId),
  };
}

export function acceptOf(request: ForwardedLogin, secret: string, username: string | null): Buffer {
  return answer(request, accessCodes.accept, username === null ? [] : [textOf(types.userName, username)], secret);
}

export function rejectOf(request: ForwardedLogin, secret: string, reason: string, detail: string): Buffer {
  const said = [textOf(types.filterId, reason), ...(detail ? [textOf(types.replyMessage, detail)] : [])];
  return answer(request, accessCodes.reject, said, secret);
}

/** RFC 2865, section 5.2. */
function revealed(hidden: Buffer, authenticator: Buffer, secret: string): string {
  const clear = Buffer.alloc(hidden.length);
  for (let at = 0; at < hidden.length; at += 16) {
    const before = at === 0 ? authenticator : hidden.subarray(at - 16, at);
    const mask = createHash('md5').update(secret).update(before).digest();
    for (let each = at; each < Math.min(at + 16, hidden.length); each += 1)
      clear[each] = hidden[each] ^ mask[each - at];
  }
  const end = clear.indexOf(0);
  return clear.subarray(0, end < 0 ? clear.length : end).toString('utf8');
}

/** An attribute has room for 253 bytes. */
function textOf(type: number, text: string): PacketAttribute {
  return { type, value: Buffer.from(text).subarray(0, 253) };
}

function answer(
  { packet: request }: ForwardedLogin,
  code: number,
  said: readonly PacketAttribute[],
  secret: string,
): Buffer {
  const attributes = [
    { type: types.messageAuthenticator, value: Buffer.alloc(authenticatorBytes) },
    ...said,
    ...attributesOf(request).filter(({ type }) => type === types.proxyState),
  ];
  const packet = framedPacket(code, request[1], request.subarray(4, headerBytes), attributes);
  createHmac('md5', secret)
    .update(packet)
    .digest()
    .copy(packet, headerBytes + 2);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}
