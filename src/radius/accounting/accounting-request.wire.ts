import { hash, timingSafeEqual } from 'node:crypto';
import { headerBytes, isAttribute, provesMessage } from '../disconnect/packet.js';

/** RFC 2866, section 3, and RFC 5997. */
export const accountingCodes = { request: 4, response: 5, statusServer: 12 } as const;

const proxyState = 33;

/** A packet at an accounting port: what an access point says of a session, or whether we are there. */
export interface AccountingRequest {
  readonly packet: Buffer;
  readonly code: number;
}

/**
 * Undefined: not a packet, or of another kind. `forged`: what it shows does not prove the secret (RFC 2866, section 3;
 * RFC 3579, section 3.2; RFC 5997, section 3).
 */
export function readAccounting(datagram: Buffer, secret: Buffer): AccountingRequest | 'forged' | undefined {
  const length = datagram.length < headerBytes ? 0 : datagram.readUInt16BE(2);
  const [code] = datagram;
  if (length < headerBytes || length > datagram.length) return undefined;
  if (code !== accountingCodes.request && code !== accountingCodes.statusServer) return undefined;
  // RFC 2865, section 3: what follows is padding.
  const packet = datagram.subarray(0, length);
  // One that asks whether we are there is proven by its Message-Authenticator alone; of a session, it may be left out.
  const isProven =
    code === accountingCodes.statusServer
      ? provesMessage(packet, secret, 'as sent') === true
      : provesMessage(packet, secret, 'zeros') !== false && isAuthentic(packet, secret);
  return isProven ? { packet, code } : 'forged';
}

export function responseTo({ packet: request }: AccountingRequest, secret: Buffer): Buffer {
  const proven = Buffer.allocUnsafe(request.length + secret.length);
  request.copy(proven, 0, 0, headerBytes);
  proven[0] = accountingCodes.response;
  let length = headerBytes;
  for (let at = headerBytes; isAttribute(request, at); at += request[at + 1])
    if (request[at] === proxyState) length += request.copy(proven, length, at, at + request[at + 1]);
  proven.writeUInt16BE(length, 2);
  secret.copy(proven, length);
  hash('md5', proven.subarray(0, length + secret.length), 'buffer').copy(proven, 4);
  return proven.subarray(0, length);
}

function isAuthentic(packet: Buffer, secret: Buffer): boolean {
  const proven = Buffer.allocUnsafe(packet.length + secret.length);
  packet.copy(proven);
  proven.fill(0, 4, headerBytes);
  secret.copy(proven, packet.length);
  return timingSafeEqual(hash('md5', proven, 'buffer'), packet.subarray(4, headerBytes));
}
