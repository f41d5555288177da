import {
  type ChargeAnswer,
  type ChargeRefusal,
  type ChargesRooms,
  inMajorUnits,
  type RoomCharge,
} from '../../../provisioning/connector/charges.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { Check } from '../../../provisioning/connector/connector.js';
import { toldCharge } from '../../../provisioning/connector/told-charge.js';
import type { ApaleoClient } from './apaleo.client.js';
import type { ApaleoSettings } from './apaleo.settings.js';
import type { ApaleoCharge } from './apaleo.wire.js';

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
    const [asked, key] = [chargeOf(each, settings), `usher-${connectionId}-${each.number}`];
    // Apaleo recognises the key of a charge that comes again.
    const send = async (): Promise<ChargeAnswer> => {
      const id = await client.charge(folio, asked, key, signal);
      return id === undefined ? { status: 'unclear', code: '2xx' } : { status: 'accepted', code: id };
    };
    return toldCharge({ send, isRecognised: true, refusals });
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

/** What apaleo itself refuses is not on the bill; a conflict is about the key, and a 5xx says nothing. */
const refusals: Readonly<Record<number, ChargeRefusal>> = {
  400: 'refused',
  401: 'refused',
  403: 'refused',
  404: 'unknown_room',
  // The folio does not permit it, such as one that was closed meanwhile.
  422: 'not_allowed',
};

function chargeOf(charge: RoomCharge, settings: ApaleoSettings): ApaleoCharge {
  const { charge_service_type: serviceType, charge_vat_type: vatType, charge_sub_account_id: subAccountId } = settings;
  return {
    serviceType,
    vatType,
    ...(subAccountId === undefined ? {} : { subAccountId }),
    name: charge.item,
    amount: { amount: inMajorUnits(charge), currency: charge.currency },
    receipt: `wifi-${charge.number}`,
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
