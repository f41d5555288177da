import type { RoomCharge } from '../../../provisioning/connector/charges.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import type { Link } from '../../../provisioning/connector/listens.js';
import type { FiasConnection } from './fias.client.js';
import { chargeAnswerOf, chargeRecord } from './fias.charges.js';
import { GuestCharges, isInquiryNumber } from './fias.guest-charges.js';
import type { FidCrypt } from './fias.fidcrypt.js';
import type { FullList } from './fias.full-list.js';
import { FiasLink } from './fias.link.js';
import { brokenFrameMarker, listBrokenMarker } from './fias.marker.js';
import { type FiasRecord, parseRecord, recordText } from './fias.record.js';
import { chargedBy, type FiasSettings } from './fias.settings.js';
import { encodingDoubt, decodedText } from './fias.text.js';
import { dataRecord, linkRecord } from './fias.wire.js';

const farewellMilliseconds = 2_000;
const longestTimer = 2 ** 31 - 1;
const linkRecords = new Set<string>(Object.values(linkRecord));
/** Kept out of the inbox: they name guests, and say nothing about stays. */
const readHere = new Set<string>([...linkRecords, dataRecord.postingAnswer, dataRecord.guestList]);
const namedRecords = new Set<string>([dataRecord.checkIn, dataRecord.change]);

/** What outlives a single connection. */
export interface LinkMemory {
  readonly fidCrypt: FidCrypt | null;
  readonly fullList: FullList;
  heardAtMilliseconds: number | null;
  keyWasAccepted: boolean;
  encodingWasDoubted: boolean;
}

/**
 * One connection from its first byte to its last: link records are answered, everything else is stored before it
 * counts.
 */
export class FiasHeldLink {
  private readonly protocol: FiasLink;
  private readonly guestCharges: GuestCharges;
  private readonly silentSeconds: number | null;
  private overBecause: string | null = null;
  /** Resolves when everything received so far is stored, or given up. */
  private taken: Promise<void> = Promise.resolve();

  constructor(
    private readonly session: ConnectorSession<FiasSettings>,
    private readonly link: Link,
    private readonly memory: LinkMemory,
    private readonly connection: FiasConnection,
    private readonly signal: AbortSignal,
  ) {
    const { settings, clock } = session;
    this.silentSeconds =
      memory.heardAtMilliseconds === null ? null : (clock.milliseconds() - memory.heardAtMilliseconds) / 1000;
    this.protocol = new FiasLink(settings, clock, memory.fidCrypt, {
      send: (record) => connection.send(record),
      alive: () => this.becameAlive(),
      over: (detail) => {
        this.overBecause = detail;
        connection.end();
      },
    });
    this.guestCharges = new GuestCharges(settings, clock, {
      now: () => this.protocol.now(),
      send: (record) => this.isAlive && connection.send(record),
      answered: (number, answer) => void link.charged(number, answer),
    });
  }

  get isAlive(): boolean {
    return this.protocol.isAlive;
  }

  /** @returns whether it was requested now */
  askForFullList(): boolean {
    return this.isAlive && this.memory.fullList.ask((id) => this.connection.send(recordText(id, this.protocol.now())));
  }

  /** @returns whether it was written to the line */
  charge(charge: RoomCharge): boolean {
    if (!this.isAlive) return false;
    if (chargedBy(this.session.settings) === 'guest') return this.guestCharges.begin(charge);
    return this.connection.send(chargeRecord(charge, this.session.settings, this.protocol.now()));
  }

  /** @returns what ended the link; everything it brought is stored by then. */
  async untilOver(): Promise<string> {
    const { connection, protocol, signal } = this;
    const sayGoodbye = () => this.sayGoodbye();
    signal.addEventListener('abort', sayGoodbye);
    if (signal.aborted) sayGoodbye();
    connection.receive({ frame: (content) => this.arrived(content), broken: () => this.take(brokenFrameMarker) });
    protocol.begin();

    const closedBecause = await connection.closed;
    signal.removeEventListener('abort', sayGoodbye);
    const keyWasRefused = this.memory.fidCrypt !== null && !this.memory.keyWasAccepted && protocol.isUnaccepted;
    protocol.stop();
    this.guestCharges.stop();
    await this.settle();
    if (keyWasRefused && !signal.aborted) {
      throw new ConnectorProblem(
        'credentials_refused',
        'The interface hung up on the authentication key: compare it with the set-up of IFC8, which has to ' +
          'be started again by hand',
      );
    }
    return this.overBecause ?? closedBecause;
  }

  private arrived(content: Buffer): void {
    const { memory, link } = this;
    memory.heardAtMilliseconds = this.session.clock.milliseconds();
    this.protocol.heard();
    link.heard();
    const record = readHere.has(recordIdOf(content))
      ? parseRecord(decodedText(content, this.session.settings.encoding))
      : null;
    if (record !== null && typeof record !== 'string')
      return linkRecords.has(record.id) ? this.protocol.received(record) : this.chargeAnswered(record);
    this.doubtEncoding(content);
    return this.take(content);
  }

  private chargeAnswered(record: FiasRecord): void {
    const told = chargeAnswerOf(record);
    if (record.id === dataRecord.guestList || (told && isInquiryNumber(told.number)))
      return this.guestCharges.heard(record);
    if (told) void this.link.charged(told.number, told.answer);
    else this.session.log.warn({}, 'charge answer without a posting number');
  }

  /** While too much waits to be stored, the interface has to wait, too. */
  private take(frame: Buffer): void {
    const { connection, link } = this;
    this.taken = this.store(frame);
    if (!link.full) return;
    connection.pause();
    void link.full.then(() => connection.resume());
  }

  private async store(frame: Buffer): Promise<void> {
    if (await this.link.store(frame)) this.memory.fullList.stored(recordIdOf(frame));
  }

  private becameAlive(): void {
    const { link, memory, session } = this;
    memory.keyWasAccepted = true;
    link.state('connected');
    session.log.info({}, 'link to the hotel system is alive');
    if (memory.fullList.isDue(link.history, this.silentSeconds)) this.askForFullList();
  }

  /** Stores everything before it ends, but shutdown does not wait for a database that hangs. */
  private async settle(): Promise<void> {
    const done = new AbortController();
    await Promise.race([this.storeTheRest(), this.farewell(done.signal)]);
    done.abort();
  }

  /** Marks a full list in progress as broken off, in its place among the frames. */
  private async storeTheRest(): Promise<void> {
    await this.taken;
    if (!this.memory.fullList.linkLost()) return;
    this.take(listBrokenMarker);
    await this.taken;
  }

  private async farewell(done: AbortSignal): Promise<void> {
    const { clock } = this.session;
    await clock.sleep(longestTimer, AbortSignal.any([this.signal, done]));
    await clock.sleep(farewellMilliseconds, done);
  }

  private sayGoodbye(): void {
    if (this.isAlive) this.connection.send(recordText(linkRecord.end, this.protocol.now()));
    this.connection.end();
  }

  /** A wrong code page is the most common reason why guests cannot log in: reported once, without the name. */
  private doubtEncoding(frame: Buffer): void {
    if (this.memory.encodingWasDoubted || !namedRecords.has(recordIdOf(frame))) return;
    const doubt = encodingDoubt(frame, this.session.settings.encoding);
    if (doubt === null) return;
    this.memory.encodingWasDoubted = true;
    this.session.log.warn({}, doubt);
    this.link.state('connected', doubt);
  }
}

/** Ids are ASCII in every code page. */
function recordIdOf(frame: Buffer): string {
  return frame.toString('latin1', 0, 2);
}
