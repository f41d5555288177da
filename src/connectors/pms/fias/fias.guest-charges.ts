import type { Clock } from '../../../kernel/clock.js';
import type { ChargeAnswer, RoomCharge } from '../../../provisioning/connector/charges.js';
import { toldAnswer, postingNumberOf } from './fias.charges.js';
import { type FiasRecord, recordText } from './fias.record.js';
import type { FiasSettings } from './fias.settings.js';
import { later } from './fias.timer.js';
import { dataRecord, field, mostMatches, roomPayment, workstation } from './fias.wire.js';

/** The specification allows a minute, but the guest stands in front of the page: charge and answer need the rest. */
const inquirySeconds = 20;
/** Numbers of inquiries are the last tenth of the range, those of charges never come so far. */
const inquiriesFrom = 90_000_000;
const inquiryNumbers = 9_999_999;

const unreachable: ChargeAnswer = { status: 'refused', reason: 'unreachable', code: '' };

interface Asked {
  readonly charge: RoomCharge;
  readonly atMilliseconds: number;
  readonly tooLate: AbortController;
}

export interface ChargeLineEnd {
  now(): readonly (readonly [string, string])[];
  /** @returns whether it was written to the line */
  send(record: string): boolean;
  answered(number: number, answer: ChargeAnswer): void;
}

/**
 * Charges to one guest of a room (specification, "Inquiry and posting"): the hotel system is asked who is in the room
 * and who of them may charge, and only then told the charge. Until that is sent nothing is on any bill, so whatever
 * goes wrong before is a refusal, never a doubt.
 */
export class GuestCharges {
  private asked: Asked | null = null;

  constructor(
    private readonly settings: Pick<FiasSettings, 'sales_outlet'>,
    private readonly clock: Clock,
    private readonly line: ChargeLineEnd,
  ) {}

  /** @returns whether the inquiry was written to the line */
  begin(charge: RoomCharge): boolean {
    this.refuse(unreachable);
    if (!this.line.send(inquiryRecord(charge, this.settings, this.line.now()))) return false;
    const tooLate = new AbortController();
    this.asked = { charge, atMilliseconds: this.clock.milliseconds(), tooLate };
    void later(this.clock, inquirySeconds, tooLate.signal, () => this.refuse(unreachable));
    return true;
  }

  /** `PL`, or a `PA` that answers an inquiry. */
  heard(record: FiasRecord): void {
    const { asked } = this;
    if (!asked || postingNumberOf(record) !== inquiryNumberOf(asked.charge)) return;
    // A process that was frozen meanwhile must not charge for a guest who was told otherwise.
    if (this.clock.milliseconds() - asked.atMilliseconds >= inquirySeconds * 1000) return this.refuse(unreachable);
    if (record.id !== dataRecord.guestList) return this.refuse(withoutCharge(toldAnswer(record)));
    const { charge } = asked;
    const guest = guestsOf(record).find(({ reservation }) => reservation === charge.reservation);
    if (!guest) return this.refuse({ status: 'refused', reason: 'unknown_room', code: dataRecord.guestList });
    if (guest.isBarred) return this.refuse({ status: 'refused', reason: 'not_allowed', code: field.noPost });
    const isSent = this.line.send(guestChargeRecord(charge, guest.room, this.settings, this.line.now()));
    if (!isSent) return this.refuse(unreachable);
    this.over();
  }

  /** The link is over. */
  stop(): void {
    this.refuse(unreachable);
  }

  private refuse(answer: ChargeAnswer): void {
    const { asked } = this;
    this.over();
    if (asked) this.line.answered(asked.charge.number, answer);
  }

  private over(): void {
    this.asked?.tooLate.abort();
    this.asked = null;
  }
}

export function isInquiryNumber(number: number): boolean {
  return number > inquiriesFrom;
}

function inquiryNumberOf({ number }: Pick<RoomCharge, 'number'>): number {
  return inquiriesFrom + 1 + (number % inquiryNumbers);
}

/** `PI` is the room; neither `G#` nor `TA`, or it would be a posting. */
export function inquiryRecord(
  charge: Pick<RoomCharge, 'number' | 'room'>,
  { sales_outlet: outlet }: Pick<FiasSettings, 'sales_outlet'>,
  now: readonly (readonly [string, string])[],
): string {
  return recordText(dataRecord.guestPosting, [
    [field.inquiry, charge.room],
    [field.paymentMethod, roomPayment],
    ...(outlet === undefined ? [] : [[field.salesOutlet, outlet] as const]),
    [field.workstation, workstation],
    [field.mostMatches, mostMatches],
    [field.postingNumber, String(inquiryNumberOf(charge))],
    ...now,
  ]);
}

/** The total is what the one subtotal says, or the hotel system answers `DM`. */
export function guestChargeRecord(
  { number, reservation, amount }: RoomCharge,
  room: string,
  { sales_outlet: outlet }: Pick<FiasSettings, 'sales_outlet'>,
  now: readonly (readonly [string, string])[],
): string {
  return recordText(dataRecord.guestPosting, [
    [field.room, room],
    [field.reservation, reservation ?? ''],
    [field.amount, String(amount)],
    [field.firstSubtotal, String(amount)],
    [field.checkNumber, String(number)],
    [field.paymentMethod, roomPayment],
    ...(outlet === undefined ? [] : [[field.salesOutlet, outlet] as const]),
    [field.workstation, workstation],
    [field.postingNumber, String(number)],
    ...now,
  ]);
}

interface ListedGuest {
  readonly room: string;
  readonly reservation: string | null;
  readonly isBarred: boolean;
}

/** Each guest of a `PL` begins with the room. */
export function guestsOf({ fields }: FiasRecord): ListedGuest[] {
  const starts = fields.flatMap(([name], index) => (name === field.room ? [index] : []));
  return starts.map((start, index) => {
    const own = fields.slice(start, starts[index + 1]);
    const valueOf = (id: string) => own.find(([name]) => name === id)?.[1];
    return {
      room: valueOf(field.room) ?? '',
      reservation: valueOf(field.reservation) ?? null,
      isBarred: valueOf(field.noPost) === 'Y',
    };
  });
}

/** What an inquiry is answered: nobody was charged, whatever the word. */
function withoutCharge(answer: ChargeAnswer): ChargeAnswer {
  return answer.status === 'refused' ? answer : { status: 'refused', reason: 'refused', code: answer.code };
}
