import type { ChargeAnswer, RoomCharge } from '../../../provisioning/connector/charges.js';
import { type FiasRecord, fieldOf, recordText } from './fias.record.js';
import type { FiasSettings } from './fias.settings.js';
import { answerStatus, dataRecord, directCharge, field } from './fias.wire.js';

const longestText = 20;
/** Printable, and no separator. */
const unfit = /[|\p{Cc}\p{Cs}]/gu;

/** A direct charge to a room (specification, chapter "Posting records"): `TA` in minor units, `P#` without zeros. */
export function chargeRecord(
  { number, room, amount, item }: RoomCharge,
  { sales_outlet: outlet }: Pick<FiasSettings, 'sales_outlet'>,
  now: readonly (readonly [string, string])[],
): string {
  return recordText(dataRecord.posting, [
    [field.room, room],
    [field.postingType, directCharge],
    [field.amount, String(amount)],
    ...(outlet === undefined ? [] : [[field.salesOutlet, outlet] as const]),
    [field.clearText, [...item.replaceAll(unfit, ' ')].slice(0, longestText).join('').trim()],
    [field.postingNumber, String(number)],
    ...now,
  ]);
}

/** Undefined: it names no charge. */
export function chargeAnswerOf(
  record: FiasRecord,
): { readonly number: number; readonly answer: ChargeAnswer } | undefined {
  const number = postingNumberOf(record);
  return number === undefined ? undefined : { number, answer: toldAnswer(record) };
}

export function postingNumberOf(record: FiasRecord): number | undefined {
  const number = fieldOf(record, field.postingNumber)?.trim();
  return number !== undefined && /^\d{1,8}$/.test(number) ? Number(number) : undefined;
}

export function toldAnswer(record: FiasRecord): ChargeAnswer {
  return meaningOf(fieldOf(record, field.answerStatus)?.trim() ?? '');
}

/** Every status but OK says that nothing was charged; without one nobody knows. */
function meaningOf(code: string): ChargeAnswer {
  switch (code) {
    case '':
      return { status: 'unclear', code };
    case answerStatus.accepted:
      return { status: 'accepted', code };
    case answerStatus.guestNotFound:
      return { status: 'refused', reason: 'unknown_room', code };
    case answerStatus.noPost:
      return { status: 'refused', reason: 'not_allowed', code };
    case answerStatus.creditLimit:
      return { status: 'refused', reason: 'credit_limit', code };
    case answerStatus.nightAudit:
    case answerStatus.retry:
      return { status: 'refused', reason: 'not_now', code };
    default:
      return { status: 'refused', reason: 'refused', code };
  }
}
