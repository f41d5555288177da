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
}

/** An access point's side of RFC 5176, written from the RFC and not from our encoder: checks both authenticators and answers as it is told. */
export class AccessPoint {
  readonly asked: Asked[] = [];
  /** ack, nak with an error cause, or nothing at all. */
  answers: 'ack' | 'silent' | { readonly nak: number } = 'ack';

  private constructor(private readonly socket: Socket, readonly port: number, private readonly secret: string) {
    socket.on('message', (packet, from) => {
      const text = (type: number) => attributesOf(packet).find((each) => each.type === type)?.value.toString();
      this.asked.push({ sessionId: text(attributeTypes.acctSessionId), username: text(attributeTypes.userName), callingStationId: text(attributeTypes.callingStationId), isGenuine: this.isGenuine(packet) });
      if (this.answers !== 'silent') socket.send(this.answerTo(packet, this.answers), from.port, from.address);
    });
  }

  static async open(secret = sharedSecret): Promise<AccessPoint> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => { socket.bind(0, '127.0.0.1', resolve); });
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
    return packet[0] === 40 && authenticator.equals(packet.subarray(4, 20)) && signature.equals(packet.subarray(position, position + 16));
  }

  private answerTo(request: Buffer, answer: 'ack' | { readonly nak: number }): Buffer {
    const attributes = answer === 'ack' ? Buffer.alloc(0) : Buffer.from([attributeTypes.errorCause, 6, 0, 0, Math.floor(answer.nak / 256), answer.nak % 256]);
    const head = Buffer.from([answer === 'ack' ? 41 : 42, request[1], 0, 20 + attributes.length]);
    const authenticator = createHash('md5').update(head).update(request.subarray(4, 20)).update(attributes).update(this.secret).digest();
    return Buffer.concat([head, authenticator, attributes]);
  }
}
