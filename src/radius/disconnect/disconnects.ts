import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import { answerTo, type PacketAttribute, attributeTypes, dynamicRequest, packetCodes } from './packet.js';
import { replyOctets } from './reply-octets.js';

/** The session that is to end or to change, and who serves it. */
export interface DisconnectTarget {
  readonly address: string;
  readonly port: number;
  readonly secret: string;
  readonly sessionId: string;
  readonly username: string | null;
  /** As the access point wrote it in its accounting, as far as it is known. */
  readonly callingStationId: string | null;
}

export interface DisconnectAnswer {
  readonly outcome: 'acknowledged' | 'refused' | 'unanswered';
  /** RFC 5176, section 3.5; 503: the access point knows no such session. */
  readonly errorCause: number | null;
}

/**
 * How long each try is listened for; no pause follows (RFC 5080, 2.2.1: retransmission, not a retry policy).
 * The same packet is sent again: an access point that has seen it answers again instead of acting twice.
 */
const waitMilliseconds = [1_000, 2_000, 3_000];

/**
 * Asks access points to throw somebody off, or to go on with other limits: Disconnect-Request and CoA-Request with
 * Message-Authenticator (RFC 5176).
 */
@Injectable()
export class Disconnects {
  constructor(
    private readonly clock: Clock,
    private readonly chance: Chance,
  ) {}

  /** That the session ends. */
  ask(target: DisconnectTarget, signal?: AbortSignal): Promise<DisconnectAnswer> {
    return this.send(
      target,
      dynamicRequest(packetCodes.disconnectRequest, this.chance.bytes(1)[0], this.attributesOf(target), target.secret),
      signal,
    );
  }

  /** That the session goes on with these attributes of a reply. */
  change(
    target: DisconnectTarget,
    reply: readonly { readonly attribute: string; readonly value: string }[],
    signal?: AbortSignal,
  ): Promise<DisconnectAnswer> {
    return this.send(
      target,
      dynamicRequest(
        packetCodes.changeRequest,
        this.chance.bytes(1)[0],
        [...this.attributesOf(target), ...reply.map(replyOctets)],
        target.secret,
      ),
      signal,
    );
  }

  private async send(target: DisconnectTarget, request: Buffer, signal?: AbortSignal): Promise<DisconnectAnswer> {
    const socket = createSocket(isIPv6(target.address) ? 'udp6' : 'udp4');
    const heard = new Promise<DisconnectAnswer>((resolve) => {
      socket.on('message', (message) => {
        const answer = answerTo(request, message, target.secret);
        if (answer)
          resolve({ outcome: answer.acknowledged ? 'acknowledged' : 'refused', errorCause: answer.errorCause });
      });
      // A port that is closed is a silent access point: the next try comes later.
      socket.on('error', () => undefined);
    });
    try {
      for (const wait of waitMilliseconds) {
        socket.send(request, target.port, target.address, () => undefined);
        const answer = await Promise.race([heard, this.clock.sleep(wait, signal).then(() => undefined)]);
        if (answer) return answer;
        if (signal?.aborted) break;
      }
      return { outcome: 'unanswered', errorCause: null };
    } finally {
      socket.close();
    }
  }

  private attributesOf({ sessionId, username, callingStationId }: DisconnectTarget): PacketAttribute[] {
    const timestamp = Buffer.alloc(4);
    timestamp.writeUInt32BE(Math.floor(this.clock.milliseconds() / 1000));
    const texts: readonly (readonly [number, string | null])[] = [
      [attributeTypes.userName, username],
      [attributeTypes.acctSessionId, sessionId],
      [attributeTypes.callingStationId, callingStationId],
    ];
    return [
      ...texts.flatMap(([type, text]) => (text ? [{ type, value: Buffer.from(text).subarray(0, 253) }] : [])),
      { type: attributeTypes.eventTimestamp, value: timestamp },
    ];
  }
}
