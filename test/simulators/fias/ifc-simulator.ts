import { createDecipheriv } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { DateTime } from 'luxon';
import { dice, IfcLine, type LineFaults } from './ifc-line.js';
import { parseText, plainRecord, recordText, type Field, type IfcRecord } from './ifc-records.js';

export interface IfcOptions extends LineFaults {
  readonly port?: number;
  readonly encoding?: string;
  readonly timeZone?: string;
  readonly now?: () => Date;
  readonly seed?: number;
  /** Fields come in any order; on unless switched off. */
  readonly shuffleFields?: boolean;
  /** The IFC greets first; an old one waits for the client. */
  readonly speaksFirst?: boolean;
  /** FidCrypt key as the installer got it: `FidCrypt0S|…` or base64 alone. */
  readonly authKey?: string;
  /** Records kept while the link is down. What is not among them is lost, as with the real one. */
  readonly queuedRecords?: readonly string[];
  readonly ignoreListRequests?: boolean;
}

/** The full list, given when it is asked for; whoever directs the day may act between two of its records. */
export type FullListSource = () => readonly IfcRecord[];

type LinkState = 'down' | 'started' | 'alive';

/** Oracle's interface program as the specification describes it: TCP server, one client, last one wins. */
export class IfcSimulator {
  /** Everything the client said, in order. */
  readonly received: string[] = [];
  /** Everything that was written to the socket, with the number of its connection. */
  readonly said: { readonly connection: number; readonly text: string }[] = [];
  /** Connections accepted so far. */
  connections = 0;
  /** Stopped for good by a wrong key, until `startByHand`. */
  isBricked = false;
  /** Cuts the next full list after so many of its records. */
  dropListAfter: number | null = null;
  /** Runs between two records of a full list: live records come in between. */
  betweenListRecords: (index: number) => void = () => {};
  ignoreListRequests: boolean;
  /** What the hotel system says to a charge (`AS`); null: it says nothing. */
  charged: (fields: ReadonlyMap<string, string>) => string | null = () => 'NF';
  /** Who is in a room, each with what the hotel system says of the guest (`PL`); nobody: `NG`. */
  inquired: (room: string) => readonly (readonly Field[])[] = () => [];
  /** Hears everything and says nothing, as a hung program does. */
  mute = false;
  /** Greets, but answers no description. */
  neverAccepts = false;

  private server: Server | null = null;
  private boundPort = 0;
  private line: IfcLine | null = null;
  private linkState: LinkState = 'down';
  private isDescribed = false;
  private wantsConfiguration = false;
  private lastStart = '';
  private fieldLists = new Map<string, ReadonlySet<string>>();
  private readonly queue: IfcRecord[] = [];
  /** Rooms that were asked for; a posting to any other guest is ignored. */
  private readonly inquiries = new Set<string>();
  private readonly roll: () => number;

  constructor(
    private readonly fullList: FullListSource,
    private readonly options: IfcOptions = {},
  ) {
    this.roll = dice(options.seed ?? 1);
    this.ignoreListRequests = options.ignoreListRequests ?? false;
  }

  get port(): number {
    return this.boundPort;
  }

  get isAlive(): boolean {
    return this.linkState === 'alive';
  }

  get listRequests(): number {
    return this.received.filter((text) => text.startsWith('DR|')).length;
  }

  get waiting(): number {
    return this.queue.length;
  }

  async start(): Promise<void> {
    this.server = createServer((socket) => {
      this.connections += 1;
      this.line?.drop();
      const line = new IfcLine(socket, this.options.encoding ?? 'utf-8', this.options, this.roll, (text) => {
        if (this.line === line) this.hear(text);
      });
      this.line = line;
      this.isDescribed = false;
      this.linkState = 'started';
      this.fieldLists = new Map();
      socket.on('close', () => {
        if (this.line === line) this.hangUp();
      });
      if (this.options.speaksFirst ?? true) this.greet();
    });
    this.server.listen(this.boundPort || (this.options.port ?? 0), '127.0.0.1');
    await once(this.server, 'listening');
    this.boundPort = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const { server, line } = this;
    this.server = null;
    this.hangUp();
    line?.drop();
    if (!server) return;
    server.close();
    await once(server, 'close');
  }

  /** Cuts the connection; the next one is accepted. */
  loseLink(): void {
    const { line } = this;
    this.hangUp();
    line?.drop();
  }

  /** Ends the link as the specification asks: with LE. */
  endLink(): void {
    this.say(plainRecord('LE', this.stamp()));
    this.line?.end();
    this.hangUp();
  }

  async startByHand(): Promise<void> {
    this.isBricked = false;
    if (!this.server) await this.start();
  }

  /** Something happened in the hotel: told at once, or kept until the link is alive again. */
  tell(record: IfcRecord): void {
    if (this.isAlive) this.say(record);
    else if ((this.options.queuedRecords ?? ['GI', 'GO']).includes(record.id)) this.queue.push(record);
  }

  /** Anything at all, as it is. */
  sendBytes(bytes: Buffer): void {
    this.line?.sendBytes(bytes);
  }

  sendText(text: string): void {
    this.line?.send(text);
  }

  requests(id: string): boolean {
    return this.fieldLists.has(id);
  }

  lists(id: string, field: string): boolean {
    return this.fieldLists.get(id)?.has(field) ?? false;
  }

  stamp(): readonly Field[] {
    const local = DateTime.fromJSDate((this.options.now ?? (() => new Date()))(), {
      zone: this.options.timeZone ?? 'Europe/Vienna',
    });
    return [
      ['DA', local.toFormat('yyMMdd')],
      ['TI', local.toFormat('HHmmss')],
    ];
  }

  private hear(text: string): void {
    this.received.push(text);
    const { id, fields } = parseText(text);
    if (id === 'LS') return this.isAlive ? this.say(plainRecord('LA', this.stamp())) : this.greet();
    if (id === 'LD') return this.described(fields);
    if (id === 'LR') return this.listed(fields);
    if (id === 'LA') return this.accepted();
    if (id === 'LE') return this.endLink();
    if (id === 'DR' && this.isAlive && !this.ignoreListRequests) void this.giveFullList();
    if (id === 'PS' && this.isAlive && this.requests('PS')) this.answerCharge(fields);
    if (id === 'PR' && this.isAlive && this.requests('PR')) this.answerGuestPosting(fields);
    return undefined;
  }

  /** The number is echoed, and room and status said. */
  sayCharged(room: string, number: string, status: string): void {
    this.say(plainRecord('PA', [['RN', room], ['AS', status], ['P#', number], ...this.stamp()]));
  }

  private answerGuestPosting(fields: ReadonlyMap<string, string>): void {
    const [inquiry, number, workstation] = ['PI', 'P#', 'WS'].map((name) => fields.get(name));
    if (inquiry === undefined) {
      if (this.inquiries.delete(fields.get('RN') ?? '')) this.answerCharge(fields);
      return;
    }
    if (fields.has('G#') || fields.has('TA') || workstation === undefined) return;
    const guests = this.inquired(inquiry);
    if (guests.length === 0) return this.sayCharged(inquiry, number ?? '', 'NG');
    this.inquiries.add(inquiry);
    const echoed: readonly Field[] = [['P#', number ?? ''], ['WS', workstation], ...this.stamp()];
    this.say({ id: 'PL', groups: [...guests, ...echoed.map((each) => [each])] });
  }

  private answerCharge(fields: ReadonlyMap<string, string>): void {
    const status = this.charged(fields);
    if (status !== null) this.sayCharged(fields.get('RN') ?? '', fields.get('P#') ?? '', status);
  }

  private greet(): void {
    const stamp = this.stamp();
    this.lastStart = stamp.map(([, value]) => value).join('');
    this.linkState = 'started';
    this.say(plainRecord('LS', stamp));
  }

  private described(fields: ReadonlyMap<string, string>): void {
    const { authKey } = this.options;
    const cryptogram = fields.get('CG');
    this.isDescribed = true;
    this.wantsConfiguration = fields.has('RT');
    if (!authKey) return;
    if (!this.wantsConfiguration || (cryptogram !== undefined && !this.isGenuine(cryptogram, authKey))) this.brick();
  }

  /** A cryptogram must hold date and time of the last link start. */
  private isGenuine(cryptogram: string, authKey: string): boolean {
    try {
      const [iv, data] = [cryptogram.slice(11, 35), cryptogram.slice(35)].map((part) => Buffer.from(part, 'base64'));
      const decrypt = createDecipheriv('aes-128-cbc', Buffer.from(authKey.replace('FidCrypt0S|', ''), 'base64'), iv);
      return `${decrypt.update(data, undefined, 'ascii')}${decrypt.final('ascii')}` === this.lastStart;
    } catch {
      return false;
    }
  }

  private brick(): void {
    this.isBricked = true;
    void this.stop();
  }

  private listed(fields: ReadonlyMap<string, string>): void {
    const names = fields.get('FL')?.match(/../g) ?? [];
    this.fieldLists.set(fields.get('RI') ?? '', new Set(names));
  }

  private accepted(): void {
    if (this.isAlive || this.neverAccepts || !this.isDescribed || this.fieldLists.size === 0) return;
    this.linkState = 'alive';
    if (this.wantsConfiguration)
      this.say(
        plainRecord('LC', [
          ['A1', '5.6.20'],
          ['PH', '1'],
        ]),
      );
    this.say(plainRecord('LA', this.stamp()));
    for (const record of this.queue.splice(0)) this.say(record);
  }

  private async giveFullList(): Promise<void> {
    const { line } = this;
    this.say(plainRecord('DS', this.stamp()));
    for (const [index, record] of this.fullList().entries()) {
      if (index === this.dropListAfter) {
        this.dropListAfter = null;
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
        return this.loseLink();
      }
      this.betweenListRecords(index);
      if (this.line !== line) return undefined;
      this.say(record);
      if (index % 50 === 49)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
    }
    return this.say(plainRecord('DE', this.stamp()));
  }

  /** Only fields that the client listed, and only records it asked for. */
  private say(record: IfcRecord): void {
    const isLink = /^(L.|D[SE])$/.test(record.id);
    const listed = isLink ? null : this.fieldLists.get(record.id);
    if (listed === undefined || this.mute) return;
    const text = recordText(
      isLink ? record : this.withEmptyFields(record, listed),
      listed,
      isLink || this.options.shuffleFields === false ? (items) => [...items] : (items) => this.shuffled(items),
    );
    if (this.line) this.said.push({ connection: this.connections, text });
    this.line?.send(text);
  }

  /** A listed field without a value may come empty or not at all. */
  private withEmptyFields(record: IfcRecord, listed: ReadonlySet<string> | null): IfcRecord {
    const present = new Set(record.groups.flat().map(([name]) => name));
    const absent = ['GF', 'GT', 'GL', 'GG', 'GV'].filter(
      (name) => !present.has(name) && listed?.has(name) && this.roll() < 0.3,
    );
    return { id: record.id, groups: [...record.groups, ...absent.map((name): readonly Field[] => [[name, '']])] };
  }

  private shuffled<T>(items: readonly T[]): T[] {
    const pile = [...items];
    for (let last = pile.length - 1; last > 0; last -= 1) {
      const other = Math.floor(this.roll() * (last + 1));
      [pile[last], pile[other]] = [pile[other], pile[last]];
    }
    return pile;
  }

  private hangUp(): void {
    this.line = null;
    this.linkState = 'down';
  }
}
