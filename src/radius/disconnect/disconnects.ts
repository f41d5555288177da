import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import { Dictionary } from '../dictionary/dictionary.js';
import { answerTo, type PacketAttribute, attributeTypes, dynamicRequest, packetCodes } from './packet.js';
import { replyOctets } from './reply-octets.js';

/** The session to end or change, and its access point. */
export interface DisconnectTarget {
  readonly address: string;
  readonly port: number;
  readonly secret: string;
  readonly sessionId: string;
  readonly username: string | null;
  /** As the access point wrote it in accounting, as far as known. */
  readonly callingStationId: string | null;
}

export interface DisconnectAnswer {
  readonly outcome: 'acknowledged' | 'refused' | 'unanswered';
  /** RFC 5176, section 3.5; 503: the access point knows no such session. */
  readonly errorCause: number | null;
}

/**
 * How long to listen after each try; no pause follows (RFC 5080, 2.2.1: retransmission, not a retry policy). Each try
 * sends the same packet: an access point that has seen it answers again instead of acting twice.
 */
const waitMilliseconds = [1_000, 2_000, 3_000];

/**
 * Asks access points to disconnect a session, or to change its limits: Disconnect-Request and CoA-Request with
 * Message-Authenticator (RFC 5176).
 */
@Injectable()
export class Disconnects {
  constructor(
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly dictionary: Dictionary,
  ) {}

  /** Ends the session. */
  ask(target: DisconnectTarget, signal?: AbortSignal): Promise<DisconnectAnswer> {
    return this.send(
      target,
      dynamicRequest(packetCodes.disconnectRequest, this.chance.bytes(1)[0], this.attributesOf(target), target.secret),
      signal,
    );
  }

  /** Changes the session to these attributes of a reply. */
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
        [...this.attributesOf(target), ...reply.map((each) => replyOctets(this.dictionary, each))],
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
      // A closed port is a silent access point: the next try comes later.
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
