import { OutboundFailure } from '../../../kernel/http-client.js';
import type { ChargeAnswer, ChargesRooms, RoomCharge } from '../../../provisioning/connector/charges.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { Check } from '../../../provisioning/connector/connector.js';
import type { ApaleoClient } from './apaleo.client.js';
import type { ApaleoSettings } from './apaleo.settings.js';
import type { ApaleoCharge } from './apaleo.wire.js';

const mostTries = 2;

/**
 * https://apaleo.dev/guides/business-cases/pos-integration/overview: a charge goes to a folio of the reservation.
 * Absent unless the settings say how to charge.
 */
export function apaleoChargesOf(
  client: ApaleoClient,
  settings: ApaleoSettings,
  connectionId: string,
): { readonly charges?: ChargesRooms } {
  const { charge_currency: currency } = settings;
  if (currency === undefined) return {};
  const charge = async (each: RoomCharge, signal: AbortSignal): Promise<ChargeAnswer> => {
    const [reservationId] = (each.reservation ?? '').split('/');
    const folio = reservationId ? await openFolio(client, reservationId, signal) : null;
    if (folio === null) return { status: 'refused', reason: 'unknown_room', code: 'no folio' };
    if (typeof folio !== 'string') return folio;
    return told(client, folio, chargeOf(each, settings), `usher-${connectionId}-${each.number}`, signal);
  };
  return { charges: { currency, charge } };
}

/** The main folio's id; null: there is none. Nothing is charged here, so what goes wrong may be told again. */
async function openFolio(client: ApaleoClient, reservationId: string, signal: AbortSignal) {
  try {
    const folio = await client.mainFolio(reservationId, signal);
    if (folio && folio.status !== undefined && folio.status !== 'Open')
      return { status: 'refused', reason: 'not_allowed', code: folio.status } as const;
    return folio?.id ?? null;
  } catch (error) {
    const { status } = error instanceof ConnectorProblem ? error.details : {};
    if (status === undefined || status >= 500 || status === 429) throw error;
    return { status: 'refused', reason: 'refused', code: String(status) } as const;
  }
}

/** Apaleo recognises the key of a charge that comes again, so one without an answer is told a second time. */
async function told(
  client: ApaleoClient,
  folioId: string,
  charge: ApaleoCharge,
  key: string,
  signal: AbortSignal,
): Promise<ChargeAnswer> {
  for (let tried = 1; ; tried += 1) {
    try {
      const id = await client.charge(folioId, charge, key, signal);
      return id === undefined ? { status: 'unclear', code: '2xx' } : { status: 'accepted', code: id };
    } catch (error) {
      if (!(error instanceof ConnectorProblem)) throw error;
      const refusal = refusalIn(error);
      if (refusal) return refusal;
      const isUntold = error.code === 'rate_limited' || isUnsent(error);
      // What was told once may be on the bill, whatever happens to the second try.
      if (isUntold && tried === 1) throw error;
      if (isUntold || tried === mostTries) return { status: 'unclear', code: String(error.details.status ?? '') };
    }
  }
}

function isUnsent({ cause }: ConnectorProblem): boolean {
  return cause instanceof OutboundFailure && !cause.mayHaveArrived;
}

/** What apaleo itself refuses is not on the bill; a conflict is about the key, and a 5xx says nothing. */
function refusalIn({ details: { status } }: ConnectorProblem): ChargeAnswer | undefined {
  const code = String(status);
  // 422: the folio does not permit it, such as one that was closed meanwhile.
  if (status === 422) return { status: 'refused', reason: 'not_allowed', code };
  if (status === 404) return { status: 'refused', reason: 'unknown_room', code };
  return status === 400 || status === 401 || status === 403
    ? { status: 'refused', reason: 'refused', code }
    : undefined;
}

function chargeOf({ number, amount, currency, item }: RoomCharge, settings: ApaleoSettings): ApaleoCharge {
  const { charge_service_type: serviceType, charge_vat_type: vatType, charge_sub_account_id: subAccountId } = settings;
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  return {
    serviceType,
    vatType,
    ...(subAccountId === undefined ? {} : { subAccountId }),
    name: item,
    amount: { amount: amount / 10 ** (digits ?? 2), currency },
    receipt: `wifi-${number}`,
  };
}

/** Whether folios can be read. That charges may be made shows with the first. */
export async function chargeFolios(client: ApaleoClient, signal: AbortSignal): Promise<Check> {
  const check = { name: 'charges', tried: 'GET /finance/v1/folios' };
  try {
    await client.mainFolio(undefined, signal);
    return { ...check, ok: true, detail: 'Rooms are charged on the main folio of the reservation' };
  } catch (error) {
    const detail = error instanceof ConnectorProblem ? error.message : 'The check was given up';
    const remedy = 'apaleo > Apps > Connected apps > the app: add the scopes folios.read and charges.create';
    return { ...check, ok: false, detail, remedy };
  }
}
