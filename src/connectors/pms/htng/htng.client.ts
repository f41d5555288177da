import { createHash } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.js';
import type { Log } from '../../../kernel/log.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { Accepted, InboundRequest } from '../../../provisioning/connector/connector.js';
import { isSameText } from '../../../provisioning/connector/same-text.js';
import { soapAnswer } from './htng.answer.js';
import type { HtngSettings } from './htng.settings.js';
import { droppedAttributes, droppedElements } from './htng.wire.js';
import { all, at, written, xmlIn, type HtngElement } from './htng.xml.js';

/** How old a digest may be, or how far ahead a clock. */
const createdWithinSeconds = 300;

/** Takes SOAP messages of hotel systems in: whose they are, which hotel's, and whether they came before. */
export class HtngDoor {
  constructor(
    private readonly settings: HtngSettings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * The proof by WS-Security stands in the XML, so a stranger's is read, too: strictly, and within limits.
   * @throws ConnectorProblem signature_invalid, which does not say what was wrong (the log does)
   */
  admit(request: InboundRequest): Accepted {
    const isByHeader = this.settings.proof !== 'ws-security';
    if (isByHeader && !this.isProvenByHeader(request.headers.authorization ?? ''))
      throw this.refused('the header Authorization is not that of the connection');
    const envelope = envelopeIn(request.body);
    if (typeof envelope === 'string') {
      if (!isByHeader) throw this.refused(envelope);
      // It is theirs: kept for the operator, and told to them.
      return { answer: soapAnswer(undefined, this.clock.instant(), envelope) };
    }
    if (!isByHeader) {
      const flaw = this.flawIn(at(envelope, 'Header', 'Security', 'UsernameToken'));
      if (flaw !== null) throw this.refused(flaw);
    }
    const message = messageIn(envelope);
    const answer = soapAnswer(envelope, this.clock.instant());
    const hotel = hotelOf(message);
    if (hotel !== undefined && hotel !== this.settings.hotel_code) return { ofAnother: hotel, answer };
    const stored = Buffer.from(written(withoutNeedless(message)));
    return { stored, dedupeKey: identityOf(message, stored), answer };
  }

  private isProvenByHeader(authorization: string): boolean {
    const { proof, username, secret } = this.settings;
    const [scheme, given = ''] = authorization.split(/ +(.*)/s);
    const wanted = proof === 'basic' ? Buffer.from(`${username}:${secret}`).toString('base64') : secret;
    return scheme.toLowerCase() === proof && isSameText(given.trim(), wanted);
  }

  /** WS-Security UsernameToken Profile 1.1: Base64(SHA-1(nonce + created + password)), or the password itself. */
  private flawIn(token: HtngElement | undefined): string | null {
    const { username, secret } = this.settings;
    const password = at(token, 'Password');
    if (!token || !password) return 'it has no user name and password';
    const isNamed = isSameText(at(token, 'Username')?.text.trim() ?? '', username);
    const created = at(token, 'Created')?.text.trim() ?? '';
    const isDigest = (password.attributes.Type ?? '').endsWith('#PasswordDigest');
    if (!isDigest) return isSameText(password.text.trim(), secret) && isNamed ? null : 'name or password are wrong';
    const nonce = Buffer.from(at(token, 'Nonce')?.text.trim() ?? '', 'base64');
    const wanted = createHash('sha1').update(nonce).update(created).update(secret).digest('base64');
    if (nonce.length === 0 || !isSameText(password.text.trim(), wanted) || !isNamed) return 'name or digest are wrong';
    const ageSeconds = Math.abs(this.clock.milliseconds() - Date.parse(created)) / 1000;
    return ageSeconds <= createdWithinSeconds ? null : 'the digest is not of these minutes: compare the clocks';
  }

  private refused(flaw: string): ConnectorProblem {
    this.log.warn({ flaw }, 'message refused');
    return new ConnectorProblem(
      'signature_invalid',
      'The message does not prove that it comes from the hotel system of this connection',
    );
  }
}

/** The envelope, or what is wrong with the body. */
function envelopeIn(body: Buffer): HtngElement | string {
  try {
    const envelope = xmlIn(body);
    if (envelope.name !== 'Envelope') return 'The body is no SOAP envelope';
    return at(envelope, 'Body')?.children.length === 1 ? envelope : 'The envelope has not one message in its body';
  } catch (error) {
    if (error instanceof ConnectorProblem) return error.message;
    throw error;
  }
}

function messageIn(envelope: HtngElement): HtngElement {
  return at(envelope, 'Body')!.children[0];
}

/** Undefined: it names none, as some of OTA's do. */
function hotelOf(message: HtngElement): string | undefined {
  const [reservation] = all(at(message, 'HotelReservations'), 'HotelReservation');
  const stay = at(reservation, 'RoomStays', 'RoomStay', 'BasicPropertyInfo');
  return (
    at(message, 'PropertyInfo')?.attributes.HotelCode ??
    stay?.attributes.HotelCode ??
    at(message, 'POS', 'Source', 'RequestorID')?.attributes.ID
  );
}

/** The same message sent again says so, and differs in nothing else. */
function identityOf({ attributes }: HtngElement, stored: Buffer): string {
  const text = stored.toString('utf8').replace(/ RetransmissionIndicator="[^"]*"/, '');
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return `${attributes.CorrelationID ?? attributes.EchoToken ?? ''} ${digest}`.trim().slice(-200);
}

function withoutNeedless({ attributes, children, ...element }: HtngElement): HtngElement {
  return {
    ...element,
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !droppedAttributes.has(name))),
    children: children.filter(({ name }) => !droppedElements.has(name)).map(withoutNeedless),
  };
}
