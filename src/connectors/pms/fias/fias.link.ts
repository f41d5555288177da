import { DateTime } from 'luxon';
import type { Clock } from '../../../kernel/clock.js';
import type { FidCrypt } from './fias.fidcrypt.js';
import { recordText, fieldOf, type FiasRecord } from './fias.record.js';
import { askedOwnFields } from './fias.own-fields.js';
import { chargedBy, type FiasSettings } from './fias.settings.js';
import { later } from './fias.timer.js';
import {
  chargeRecords,
  driverVersion,
  field,
  internetFamily,
  linkRecord,
  requestedConfiguration,
  requestsOf,
} from './fias.wire.js';

/** The IFC speaks first; we begin only if it stays silent. */
const greetingSeconds = 3;
const answerSeconds = 30;

type LinkState = 'greeting' | 'asked' | 'describing' | 'alive' | 'checking' | 'over';

export interface LinkEvents {
  send(record: string): void;
  /** Data flows from now on. */
  alive(): void;
  /** The link cannot continue; `detail` says why. */
  over(detail: string): void;
}

/** Handshake and link alives of one connection (specification, chapter "Link initialisation"). Knows no socket. */
export class FiasLink {
  private state: LinkState = 'greeting';
  private lastStart: { readonly date: string; readonly time: string } | null = null;
  private heardAtMilliseconds: number;
  private timer = new AbortController();
  private unaccepted = false;

  constructor(
    private readonly settings: FiasSettings,
    private readonly clock: Clock,
    private readonly fidCrypt: FidCrypt | null,
    private readonly events: LinkEvents,
  ) {
    this.heardAtMilliseconds = clock.milliseconds();
  }

  begin(): void {
    this.enter('greeting', greetingSeconds, () => {
      this.events.send(recordText(linkRecord.start, this.now()));
      this.enter('asked', answerSeconds, () =>
        this.fail('The interface accepts connections but says nothing: is another program using the port?'),
      );
    });
  }

  get isAlive(): boolean {
    return this.state === 'alive' || this.state === 'checking';
  }

  /** We have introduced ourselves and have not been accepted, yet or at all. */
  get isUnaccepted(): boolean {
    return this.unaccepted;
  }

  heard(): void {
    this.heardAtMilliseconds = this.clock.milliseconds();
  }

  received(record: FiasRecord): void {
    switch (record.id) {
      case linkRecord.start:
        return this.started(record);
      case linkRecord.alive:
        return this.answered();
      case linkRecord.end:
        this.events.send(recordText(linkRecord.end, this.now()));
        return this.fail('The interface ended the link');
      default:
        return undefined;
    }
  }

  stop(): void {
    this.state = 'over';
    this.timer.abort();
  }

  /** A link start always requests the whole sequence, even in the middle of a link. */
  private started(record: FiasRecord): void {
    const date = fieldOf(record, field.date);
    const time = fieldOf(record, field.time);
    this.lastStart = date && time ? { date, time } : null;
    this.describe();
    this.enter('describing', answerSeconds, () => this.fail('The interface did not accept the link description'));
  }

  private answered(): void {
    switch (this.state) {
      case 'asked':
        // The IFC still considers the former link alive. What we request may have changed since, so we send it again.
        if (this.fidCrypt) this.events.send(recordText(linkRecord.alive, this.now()));
        else this.describe();
        return this.becomeAlive();
      case 'describing':
      case 'checking':
        return this.becomeAlive();
      case 'alive':
        return this.events.send(recordText(linkRecord.alive, this.now()));
      default:
        return undefined;
    }
  }

  private describe(): void {
    const { send } = this.events;
    this.unaccepted = true;
    const cryptogram =
      this.fidCrypt && this.lastStart
        ? [[field.cryptogram, this.fidCrypt.cryptogram(`${this.lastStart.date}${this.lastStart.time}`)] as const]
        : [];
    send(
      recordText(linkRecord.description, [
        ...this.now(),
        [field.version, driverVersion],
        [field.interfaceFamily, internetFamily],
        [field.request, requestedConfiguration],
        ...cryptogram,
      ]),
    );
    const charges = this.settings.charge_currency === undefined ? [] : chargeRecords[chargedBy(this.settings)];
    for (const [id, fields] of [...requestsOf(this.settings.mode, askedOwnFields(this.settings)), ...charges])
      send(
        recordText(linkRecord.request, [
          [field.recordId, id],
          [field.fieldList, fields],
        ]),
      );
    send(recordText(linkRecord.alive, this.now()));
  }

  private becomeAlive(): void {
    const wasAlive = this.isAlive;
    this.unaccepted = false;
    this.watch();
    if (!wasAlive) this.events.alive();
  }

  /** Oracle asks for at most one link alive in five minutes; any record counts as one. */
  private watch(): void {
    const quietSeconds =
      this.settings.alive_check_seconds - (this.clock.milliseconds() - this.heardAtMilliseconds) / 1000;
    this.enter('alive', Math.max(quietSeconds, 0), () => {
      const isQuiet = this.clock.milliseconds() - this.heardAtMilliseconds >= this.settings.alive_check_seconds * 1000;
      if (!isQuiet) return this.watch();
      this.events.send(recordText(linkRecord.start, this.now()));
      return this.enter('checking', answerSeconds, () => this.fail('The interface does not answer any more'));
    });
  }

  private enter(state: LinkState, seconds: number, tooLate: () => void): void {
    if (this.state === 'over') return;
    this.state = state;
    this.timer.abort();
    const timer = new AbortController();
    this.timer = timer;
    void later(this.clock, seconds, timer.signal, tooLate);
  }

  private fail(detail: string): void {
    this.stop();
    this.events.over(detail);
  }

  /** The hotel's own date and time, as every record of ours carries it. */
  now(): readonly (readonly [string, string])[] {
    return localNow({ settings: this.settings, clock: this.clock });
  }
}

/** The hotel's own date and time. */
export function localNow({
  settings,
  clock,
}: {
  readonly settings: Pick<FiasSettings, 'time_zone'>;
  readonly clock: Clock;
}): readonly (readonly [string, string])[] {
  const local = DateTime.fromMillis(clock.milliseconds(), { zone: settings.time_zone });
  return [
    [field.date, local.toFormat('yyMMdd')],
    [field.time, local.toFormat('HHmmss')],
  ];
}
