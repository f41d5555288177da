import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Codes and attributes of RFC 2865, 2866 and 5176, as far as the load needs them. */
export const codes = {
  accessRequest: 1,
  accessAccept: 2,
  accessReject: 3,
  accountingRequest: 4,
  accountingResponse: 5,
  disconnectRequest: 40,
  disconnectAck: 41,
} as const;
const types = {
  userName: 1,
  userPassword: 2,
  class: 25,
  vendorSpecific: 26,
  calledStationId: 30,
  callingStationId: 31,
  nasIdentifier: 32,
  acctStatusType: 40,
  acctSessionId: 44,
  acctSessionTime: 46,
  messageAuthenticator: 80,
} as const;
const zeros = Buffer.alloc(16);
/** The vendor of deploy/freeradius/dictionary. */
const forwarded = Buffer.from([0, 0, 0x7e, 0xd9]);

export interface Visitor {
  readonly username: string;
  readonly password: string;
  readonly mac: string;
}

/** Written apart from the service's own encoder: what is measured must not measure itself. */
export function accessRequest(id: number, { username, password, mac }: Visitor, secret: string): Buffer {
  const authenticator = randomBytes(16);
  const attributes = [
    attribute(types.messageAuthenticator, zeros),
    text(types.userName, username),
    attribute(types.userPassword, hidden(password, authenticator, secret)),
    text(types.callingStationId, mac),
    text(types.calledStationId, '00-11-22-33-44-55:Bench'),
    text(types.nasIdentifier, 'bench'),
  ];
  const packet = framed(codes.accessRequest, id, authenticator, attributes);
  createHmac('md5', secret).update(packet).digest().copy(packet, 22);
  return packet;
}

const statuses = { start: 1, stop: 2, interim: 3 } as const;

export interface Told {
  readonly status: keyof typeof statuses;
  readonly session: string;
  readonly seconds: number;
  /** As the accept said it. */
  readonly class?: Buffer;
  /** What FreeRADIUS adds to what it forwards. */
  readonly said?: Buffer;
}

export function accountingRequest(id: number, { username, mac }: Visitor, told: Told, secret: string): Buffer {
  const packet = framed(codes.accountingRequest, id, zeros, [
    whole(types.acctStatusType, statuses[told.status]),
    text(types.acctSessionId, told.session),
    text(types.userName, username),
    text(types.callingStationId, mac),
    text(types.calledStationId, '00-11-22-33-44-55:Bench'),
    text(types.nasIdentifier, 'bench'),
    whole(types.acctSessionTime, told.seconds),
    ...(told.class ? [attribute(types.class, told.class)] : []),
    ...(told.said ? [attribute(types.vendorSpecific, Buffer.concat([forwarded, attribute(1, told.said)]))] : []),
  ]);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

export function disconnectAck(request: Buffer, secret: string): Buffer {
  const packet = framed(codes.disconnectAck, request[1], request.subarray(4, 20), []);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

export function classOf(packet: Buffer): Buffer | undefined {
  return valueOf(packet, types.class);
}

export function sessionOf(packet: Buffer): string | undefined {
  return valueOf(packet, types.acctSessionId)?.toString();
}

function valueOf(packet: Buffer, type: number): Buffer | undefined {
  for (let at = 20; at + 2 <= packet.length && packet[at + 1] >= 2; at += packet[at + 1])
    if (packet[at] === type) return packet.subarray(at + 2, at + packet[at + 1]);
  return undefined;
}

function framed(code: number, id: number, authenticator: Buffer, attributes: readonly Buffer[]): Buffer {
  const packet = Buffer.concat([Buffer.from([code, id, 0, 0]), authenticator, ...attributes]);
  packet.writeUInt16BE(packet.length, 2);
  return packet;
}

function attribute(type: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type, value.length + 2]), value]);
}

function text(type: number, value: string): Buffer {
  return attribute(type, Buffer.from(value));
}

function whole(type: number, value: number): Buffer {
  return attribute(type, Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]));
}

/** RFC 2865, section 5.2. */
function hidden(password: string, authenticator: Buffer, secret: string): Buffer {
  const plain = Buffer.alloc(Math.max(16, Math.ceil(Buffer.byteLength(password) / 16) * 16));
  plain.write(password);
  let before = authenticator;
  for (let at = 0; at < plain.length; at += 16) {
    const mask = createHash('md5').update(secret).update(before).digest();
    for (let byte = 0; byte < 16; byte += 1) plain[at + byte] ^= mask[byte];
    before = plain.subarray(at, at + 16);
  }
  return plain;
}
