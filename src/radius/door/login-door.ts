import { randomBytes } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import type { Clock } from '../../kernel/clock.js';
import { type ForwardedLogin, acceptOf, accessCodes, readForwardedLogin, rejectOf } from './access-packet.js';

/** A login whose password only a directory can judge. */
export interface AskedLogin {
  /** As FreeRADIUS knows the access point: `<organization>/<client>`. */
  readonly client: string;
  readonly username: string;
  readonly password: string;
  /** The device, as the access point writes it; empty: not said. */
  readonly callingStationId: string;
}

export type LoginAnswer =
  /** `username`: the account that is let in, if no rule says otherwise. */
  | { readonly isAccepted: true; readonly username: string }
  /** `reason` as in the authentication log. */
  | { readonly isAccepted: false; readonly reason: string; readonly detail: string };

/** Less than FreeRADIUS waits (deploy/freeradius/proxy.conf), and than access points do before they ask elsewhere. */
const longestMilliseconds = 7_000;
const repeatsMilliseconds = 15_000;

/**
 * Where FreeRADIUS forwards logins of people of directories: RADIUS at a port of the loopback, with a secret of this
 * start. Whatever becomes of a question, it is answered in time.
 */
export class LoginDoor {
  readonly secret = randomBytes(24).toString('base64url');
  /** An access point that asks again makes FreeRADIUS forward the same packet again: it has the same answer. */
  private readonly answers = new LRUCache<string, Promise<Buffer>>({ ...atMost(4096), ttl: repeatsMilliseconds });

  private constructor(
    private readonly socket: Socket,
    private readonly judge: (asked: AskedLogin) => Promise<LoginAnswer>,
    private readonly clock: Clock,
  ) {
    socket.on('message', (packet, from) => void this.heard(packet, from));
    // What could not be sent is asked again.
    socket.on('error', () => undefined);
  }

  static async open(judge: (asked: AskedLogin) => Promise<LoginAnswer>, clock: Clock): Promise<LoginDoor> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new LoginDoor(socket, judge, clock);
  }

  get port(): number {
    return this.socket.address().port;
  }

  close(): void {
    this.socket.close();
  }

  private async heard(packet: Buffer, from: RemoteInfo): Promise<void> {
    const request = readForwardedLogin(packet, this.secret);
    if (!request) return;
    const name = `${from.port} ${packet.subarray(0, 20).toString('base64')}`;
    const answer = this.answers.get(name) ?? this.answered(request);
    this.answers.set(name, answer);
    const bytes = await answer;
    try {
      this.socket.send(bytes, from.port, from.address, () => undefined);
    } catch {
      // Closed meanwhile.
    }
  }

  private async answered(request: ForwardedLogin): Promise<Buffer> {
    if (request.code === accessCodes.statusServer) return acceptOf(request, this.secret, null);
    const { username, password, nasIdentifier: client, callingStationId } = request;
    const enough = new AbortController();
    const late: Promise<LoginAnswer> = this.clock
      .sleep(longestMilliseconds, enough.signal)
      .then(() => unavailable('No directory answered in time'));
    const outcome = await Promise.race([this.judge({ client, username, password, callingStationId }), late]).catch(() =>
      unavailable('Asking the directory failed'),
    );
    enough.abort();
    if (!outcome.isAccepted) return rejectOf(request, this.secret, outcome.reason, outcome.detail);
    return acceptOf(request, this.secret, outcome.username);
  }
}

function unavailable(detail: string): LoginAnswer {
  return { isAccepted: false, reason: 'provider_unavailable', detail };
}
