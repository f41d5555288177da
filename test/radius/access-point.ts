import { createHash, createHmac } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { attributesOf, attributeTypes } from '../../src/radius/disconnect/packet.js';
import { sharedSecret } from './around.js';

/** What was asked of it. */
export interface Asked {
  readonly sessionId: string | undefined;
  readonly username: string | undefined;
  readonly callingStationId: string | undefined;
  readonly isGenuine: boolean;
  /** End the session, or go on with other limits. */
  readonly to: 'disconnect' | 'change';
  /**
   * Numbers of a maker's own, as `vendor/type=value`, and Session-Timeout, Idle-Timeout and Acct-Interim-Interval as
   * `type=value`.
   */
  readonly limits: readonly string[];
}

type Answer = 'ack' | 'silent' | { readonly nak: number };

/**
 * An access point's side of RFC 5176, written from the RFC and not from our encoder: checks both authenticators and
 * answers as it is told.
 */
export class AccessPoint {
  readonly asked: Asked[] = [];
  /** ack, nak with an error cause, or nothing at all. */
  answers: Answer = 'ack';
  /** The same, to a CoA-Request. */
  changes: Answer = 'ack';
  /** What it does with what it acknowledges. */
  obey: (asked: Asked) => void = () => undefined;

  private constructor(
    private readonly socket: Socket,
    readonly port: number,
    private readonly secret: string,
  ) {
    socket.on('message', (packet, from) => {
      const text = (type: number) =>
        attributesOf(packet)
          .find((each) => each.type === type)
          ?.value.toString();
      const asked: Asked = {
        sessionId: text(attributeTypes.acctSessionId),
        username: text(attributeTypes.userName),
        callingStationId: text(attributeTypes.callingStationId),
        isGenuine: this.isGenuine(packet),
        to: packet[0] === 43 ? 'change' : 'disconnect',
        limits: limitsOf(packet),
      };
      this.asked.push(asked);
      const answer = packet[0] === 43 ? this.changes : this.answers;
      if (answer === 'ack' && asked.isGenuine) this.obey(asked);
      if (answer !== 'silent') socket.send(this.answerTo(packet, answer), from.port, from.address);
    });
  }

  static async open(address = '127.0.0.1', secret = sharedSecret): Promise<AccessPoint> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => {
      socket.bind(0, address, resolve);
    });
    return new AccessPoint(socket, socket.address().port, secret);
  }

  close(): void {
    this.socket.close();
  }

  private isGenuine(packet: Buffer): boolean {
    const zeroed = Buffer.from(packet);
    zeroed.fill(0, 4, 20);
    const authenticator = createHash('md5').update(zeroed).update(this.secret).digest();
    const position = packet.indexOf(Buffer.from([attributeTypes.messageAuthenticator, 18]), 20) + 2;
    const unsigned = Buffer.from(zeroed);
    unsigned.fill(0, position, position + 16);
    const signature = createHmac('md5', this.secret).update(unsigned).digest();
    return (
      (packet[0] === 40 || packet[0] === 43) &&
      authenticator.equals(packet.subarray(4, 20)) &&
      signature.equals(packet.subarray(position, position + 16))
    );
  }

  private answerTo(request: Buffer, answer: 'ack' | { readonly nak: number }): Buffer {
    const attributes =
      answer === 'ack'
        ? Buffer.alloc(0)
        : Buffer.from([attributeTypes.errorCause, 6, 0, 0, Math.floor(answer.nak / 256), answer.nak % 256]);
    const head = Buffer.from([request[0] + (answer === 'ack' ? 1 : 2), request[1], 0, 20 + attributes.length]);
    const authenticator = createHash('md5')
      .update(head)
      .update(request.subarray(4, 20))
      .update(attributes)
      .update(this.secret)
      .digest();
    return Buffer.concat([head, authenticator, attributes]);
  }
}

function limitsOf(packet: Buffer): string[] {
  return attributesOf(packet).flatMap(({ type, value }) => {
    if (type === 27 || type === 28 || type === 85) return [`${type}=${value.readUInt32BE(0)}`];
    if (type !== 26) return [];
    const [vendor, inner] = [value.readUInt32BE(0), value.subarray(6)];
    return [`${vendor}/${value[4]}=${inner.length === 4 ? inner.readUInt32BE(0) : inner.toString()}`];
  });
}
