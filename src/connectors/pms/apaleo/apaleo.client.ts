import type { Instant } from '../../../kernel/clock.js';
import { ClientCredentialsToken } from '../../../provisioning/connector/client-credentials.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { goneIsNone, goneIsWrong, RestApi, type RestSession } from '../../../provisioning/connector/rest-api.js';
import type { ApaleoSettings } from './apaleo.settings.js';
import {
  sleepingUnitGroupType,
  type ApaleoCharge,
  type ApaleoFolio,
  type ApaleoProperty,
  type ApaleoReservation,
  type ApaleoReservationList,
} from './apaleo.wire.js';

/**
 * Apaleo limits each client and account but publishes no figures (https://apaleo.dev/guides/api/rate-limiting); no
 * hotel needs more than this pace.
 */
export const apaleoLimit = { requests: 100, windowSeconds: 60 };
/** The largest page size; without a size everything comes at once. */
export const apaleoPageSize = 200;

export type ApaleoFilters = Readonly<Record<string, string>>;

/** Apaleo's API: a bearer token, numbered pages, 204 for "nothing there". */
export class ApaleoClient {
  private readonly api: RestApi;
  private readonly propertyId: string;

  constructor(session: RestSession & Pick<ConnectorSession<ApaleoSettings>, 'settings' | 'tokens'>) {
    const { settings } = session;
    this.propertyId = settings.property_id;
    this.api = new RestApi(session, {
      vendor: 'apaleo',
      limit: apaleoLimit,
      secrets: [settings.client_secret],
      said: wordsOf,
      baseUrl: settings.base_url,
      token: (api) =>
        new ClientCredentialsToken(api, session, {
          tokenUrl: `${settings.identity_url}/connect/token`,
          clientId: settings.client_id,
          clientSecret: settings.client_secret,
        }),
    });
  }

  async property(signal: AbortSignal): Promise<ApaleoProperty> {
    const found = await this.api
      .get<Partial<ApaleoProperty>>(
        'property',
        `/inventory/v1/properties/${encodeURIComponent(this.propertyId)}`,
        signal,
      )
      .catch(goneIsWrong('property_id: the account of this client has no such property'));
    if (typeof found?.timeZone !== 'string')
      throw new ConnectorProblem('upstream_broken', 'property: the answer names no time zone');
    return found as ApaleoProperty;
  }

  /** One page of the reservations of the property's rooms, from page 1; `count` is the total of the whole list. */
  async page(filters: ApaleoFilters, page: number, signal: AbortSignal): Promise<ApaleoReservationList> {
    const query = {
      propertyIds: this.propertyId,
      unitGroupTypes: sleepingUnitGroupType,
      expand: 'assignedUnits,company',
      ...filters,
      pageNumber: String(page),
      pageSize: String(apaleoPageSize),
    };
    const found = await this.api
      .get<Partial<ApaleoReservationList>>('reservations', '/booking/v1/reservations', signal, query)
      .catch(goneIsWrong('reservations: 404; base_url is probably not an apaleo address'));
    if (found === undefined) return { reservations: [], count: 0 };
    if (!Array.isArray(found.reservations) || typeof found.count !== 'number')
      throw new ConnectorProblem('upstream_broken', 'reservations: the answer holds no list with its count');
    return found as ApaleoReservationList;
  }

  /** Undefined when it is not there (any more). */
  reservation(id: string, signal: AbortSignal): Promise<ApaleoReservation | undefined> {
    const path = `/booking/v1/reservations/${encodeURIComponent(id)}`;
    return this.api.get<ApaleoReservation>('reservation', path, signal, { expand: 'company' }).catch(goneIsNone);
  }

  /** Where charges of the reservation go; of any where none is named. Undefined: there is none. */
  async mainFolio(reservationId: string | undefined, signal: AbortSignal): Promise<ApaleoFolio | undefined> {
    const of: ApaleoFilters = reservationId === undefined ? {} : { reservationIds: reservationId };
    const query = { propertyIds: this.propertyId, onlyMain: 'true', ...of, pageSize: '1' };
    const path = '/finance/v1/folios';
    const found = await this.api.get<{ readonly folios?: unknown }>('folios', path, signal, query);
    const [folio] = Array.isArray(found?.folios) ? (found.folios as ApaleoFolio[]) : [];
    return typeof folio?.id === 'string' ? folio : undefined;
  }

  /** The charge's id; undefined: the answer names none. The same key is charged once. */
  async charge(folioId: string, charge: ApaleoCharge, key: string, signal: AbortSignal): Promise<string | undefined> {
    const path = `/finance/v1/folio-actions/${encodeURIComponent(folioId)}/charges`;
    const request = { method: 'POST' as const, path, body: charge, headers: { 'idempotency-key': key } };
    const { body } = await this.api.ask<{ readonly id?: unknown }>('charges', request, signal);
    return typeof body?.id === 'string' ? body.id : undefined;
  }
}

/** Without fractions of a second, always with an offset: apaleo reads filters without an offset in different zones. */
export function apaleoTime(instant: Instant): string {
  return instant.replace(/\.\d+Z$/, 'Z');
}

/** Problems come as a list of sentences, or as OAuth errors. */
function wordsOf(body: unknown): string | undefined {
  const { messages, error } = (body ?? {}) as { readonly messages?: unknown; readonly error?: unknown };
  if (Array.isArray(messages)) return messages.filter((each) => typeof each === 'string').join(' ');
  return typeof error === 'string' ? error : undefined;
}
