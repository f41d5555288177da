import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** RFC 2866, section 3, and RFC 5997. */
export const accountingCodes = { request: 4, response: 5, statusServer: 12 } as const;
export const headerBytes = 20;

const proxyState = 33;
const messageAuthenticator = 80;
const authenticatorBytes = 16;

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
  const isRequest = code === accountingCodes.request;
  // One that asks whether we are there is proven by its Message-Authenticator alone.
  return proves(packet, secret, !isRequest) && (!isRequest || isAuthentic(packet, secret))
    ? { packet, code }
    : 'forged';
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

/** Whether an attribute stands here; not at a length that cannot be right. */
export function isAttribute(packet: Buffer, at: number): boolean {
  return at + 2 <= packet.length && packet[at + 1] >= 2 && at + packet[at + 1] <= packet.length;
}

function isAuthentic(packet: Buffer, secret: Buffer): boolean {
  const proven = Buffer.allocUnsafe(packet.length + secret.length);
  packet.copy(proven);
  proven.fill(0, 4, headerBytes);
  secret.copy(proven, packet.length);
  return timingSafeEqual(hash('md5', proven, 'buffer'), packet.subarray(4, headerBytes));
}

/** An access point may prove a packet of a session so, too: then it has to be right. */
function proves(packet: Buffer, secret: Buffer, isNeeded: boolean): boolean {
  let at = headerBytes;
  while (isAttribute(packet, at) && packet[at] !== messageAuthenticator) at += packet[at + 1];
  if (!isAttribute(packet, at)) return !isNeeded;
  if (packet[at + 1] !== authenticatorBytes + 2) return false;
  const unsigned = Buffer.from(packet);
  unsigned.fill(0, at + 2, at + 2 + authenticatorBytes);
  if (packet[0] === accountingCodes.request) unsigned.fill(0, 4, headerBytes);
  return timingSafeEqual(
    createHmac('md5', secret).update(unsigned).digest(),
    packet.subarray(at + 2, at + 2 + authenticatorBytes),
  );
}
