import { jsonOf, OutboundFailure, type OutboundResponse } from '../../../kernel/http-client.js';
import {
  type ChargeAnswer,
  type ChargesRooms,
  inMajorUnits,
  type RoomCharge,
} from '../../../provisioning/connector/charges.js';
import type { Check } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { MewsClient } from './mews.client.js';
import type { MewsSettings } from './mews.settings.js';
import { services } from './mews.wire.js';

const operation = 'orders/add';

/** https://docs.mews.com/connector-api/operations/orders#add-order; absent unless the settings say how to charge. */
export function chargesOf(client: MewsClient, settings: MewsSettings): { readonly charges?: ChargesRooms } {
  const { charge_currency: currency, charge_service_id: service, charge_tax_code: taxCode } = settings;
  if (currency === undefined || service === undefined || taxCode === undefined) return {};
  return {
    charges: {
      currency,
      charge: async (charge, signal) => {
        try {
          return meaningOf(await client.once(operation, orderOf(charge, settings), signal));
        } catch (error) {
          // Mews knows no key by which it would recognise an order that comes again.
          if (error instanceof OutboundFailure && !error.mayHaveArrived)
            throw new ConnectorProblem('unreachable', `${operation}: ${error.message}`, { cause: error });
          throw error;
        }
      },
    },
  };
}

/** One item, charged to the guest who accepted it and linked to her reservation. */
function orderOf(charge: RoomCharge, settings: MewsSettings): Readonly<Record<string, unknown>> {
  const { number, reservation, currency, item } = charge;
  const [reservationId, customerId] = (reservation ?? '').split('/');
  const { charge_tax_code: taxCode, charge_accounting_category_id: category, charge_pricing: pricing } = settings;
  const value = inMajorUnits(charge);
  const unitAmount = {
    Currency: currency,
    ...(pricing === 'net' ? { NetValue: value } : { GrossValue: value }),
    TaxCodes: [taxCode],
  };
  return {
    ServiceId: settings.charge_service_id,
    AccountId: customerId,
    LinkedReservationId: reservationId,
    Items: [
      {
        Name: item,
        UnitCount: 1,
        UnitAmount: unitAmount,
        ExternalIdentifier: `wifi-${number}`,
        ...(category === undefined ? {} : { AccountingCategoryId: category }),
      },
    ],
  };
}

/**
 * Only what Mews itself refuses is known not to be on the bill:
 * https://docs.mews.com/connector-api/guidelines/responses
 */
function meaningOf(answer: OutboundResponse): ChargeAnswer {
  const { status } = answer;
  if (status === 200) {
    const { OrderId: id } = (jsonOf(answer) ?? {}) as { readonly OrderId?: unknown };
    return typeof id === 'string' ? { status: 'accepted', code: id } : { status: 'unclear', code: '200' };
  }
  // 403: what the hotel's rules do not permit, such as an account that is closed. 400, 401: the settings.
  if (status === 403) return { status: 'refused', reason: 'not_allowed', code: '403' };
  if (status === 400 || status === 401 || status === 404)
    return { status: 'refused', reason: 'refused', code: String(status) };
  return { status: 'unclear', code: String(status) };
}

/** Whether the service is one that something can be sold as. That orders may be added shows with the first. */
export async function chargeService(client: MewsClient, settings: MewsSettings, signal: AbortSignal): Promise<Check> {
  const { charge_service_id: id, charge_tax_code: taxCode } = settings;
  const check = { name: 'charges', tried: services.operation };
  const remedy = 'Give the id of an active additional service as charge_service_id, and the code of its tax';
  if (id === undefined || taxCode === undefined)
    return { ...check, ok: false, detail: 'The service or the tax code is missing: no room is charged', remedy };
  try {
    const all = await client.all(services, {}, signal);
    const service = all.find((each) => each.Id.toLowerCase() === id.toLowerCase());
    const isSold = service?.IsActive === true && service.Data?.Discriminator === 'Additional';
    if (isSold) return { ...check, ok: true, detail: 'Rooms are charged through an additional service' };
    const detail = service ? 'It is not an active additional service' : 'There is no such service';
    return { ...check, ok: false, detail, remedy };
  } catch (error) {
    const detail = error instanceof ConnectorProblem ? error.message : 'The check was given up';
    return { ...check, ok: false, detail, remedy };
  }
}
