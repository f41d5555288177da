import type { Instant } from '../../../kernel/clock.js';
import { jsonOf, type OutboundResponse } from '../../../kernel/http-client.js';
import { ClientCredentialsToken } from '../../../provisioning/connector/client-credentials.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { VendorApi } from '../../../provisioning/connector/vendor-api.js';
import type { ApaleoSettings } from './apaleo.settings.js';
import {
  sleepingUnitGroupType,
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
  private readonly api: VendorApi;
  private readonly token: ClientCredentialsToken;

  constructor(
    private readonly session: Pick<
      ConnectorSession<ApaleoSettings>,
      'settings' | 'http' | 'clock' | 'chance' | 'log' | 'tokens'
    >,
  ) {
    const { settings } = session;
    this.api = new VendorApi(session, {
      vendor: 'apaleo',
      limit: apaleoLimit,
      secrets: [settings.client_secret],
      said: wordsOf,
    });
    this.token = new ClientCredentialsToken(this.api, session, {
      tokenUrl: `${settings.identity_url}/connect/token`,
      clientId: settings.client_id,
      clientSecret: settings.client_secret,
    });
  }

  async property(signal: AbortSignal): Promise<ApaleoProperty> {
    const found = (await this.get(
      'property',
      `/inventory/v1/properties/${encodeURIComponent(this.session.settings.property_id)}`,
      signal,
    ).catch(missing('settings_invalid', 'property_id: the account of this client has no such property'))) as
      Partial<ApaleoProperty> | undefined;
    if (typeof found?.timeZone !== 'string')
      throw new ConnectorProblem('upstream_broken', 'property: the answer names no time zone');
    return found as ApaleoProperty;
  }

  /** One page of the reservations of the property's rooms, from page 1; `count` is the total of the whole list. */
  async page(filters: ApaleoFilters, page: number, signal: AbortSignal): Promise<ApaleoReservationList> {
    const query = new URLSearchParams({
      propertyIds: this.session.settings.property_id,
      unitGroupTypes: sleepingUnitGroupType,
      expand: 'assignedUnits,company',
      ...filters,
      pageNumber: String(page),
      pageSize: String(apaleoPageSize),
    });
    const found = (await this.get('reservations', `/booking/v1/reservations?${query.toString()}`, signal).catch(
      missing('settings_invalid', 'reservations: 404; base_url is probably not an apaleo address'),
    )) as Partial<ApaleoReservationList> | undefined;
    if (found === undefined) return { reservations: [], count: 0 };
    if (!Array.isArray(found.reservations) || typeof found.count !== 'number')
      throw new ConnectorProblem('upstream_broken', 'reservations: the answer holds no list with its count');
    return found as ApaleoReservationList;
  }

  /** Undefined when it is not there (any more). */
  async reservation(id: string, signal: AbortSignal): Promise<ApaleoReservation | undefined> {
    try {
      return (await this.get(
        'reservation',
        `/booking/v1/reservations/${encodeURIComponent(id)}?expand=company`,
        signal,
      )) as ApaleoReservation | undefined;
    } catch (error) {
      if (error instanceof ConnectorProblem && error.code === 'gone') return undefined;
      throw error;
    }
  }

  /** The JSON of the answer; undefined for 204. A token that apaleo revoked early is replaced once. */
  private async get(operation: string, path: string, signal: AbortSignal): Promise<unknown> {
    const token = await this.token.current(signal);
    const ask = (bearer: string) =>
      this.api.send(
        operation,
        {
          method: 'GET',
          url: `${this.session.settings.base_url}${path}`,
          headers: { accept: 'application/json', authorization: `Bearer ${bearer}` },
        },
        signal,
      );
    const answer = await ask(token).catch(async (error: unknown) => {
      if (!(error instanceof ConnectorProblem) || error.code !== 'credentials_refused') throw error;
      this.token.forget(token);
      return ask(await this.token.current(signal));
    });
    return bodyOf(operation, answer);
  }
}

/** Without fractions of a second, always with an offset: apaleo reads filters without an offset in different zones. */
export function apaleoTime(instant: Instant): string {
  return instant.replace(/\.\d+Z$/, 'Z');
}

function bodyOf(operation: string, answer: OutboundResponse): unknown {
  if (answer.status === 204) return undefined;
  const body = jsonOf(answer);
  if (typeof body !== 'object' || body === null)
    throw new ConnectorProblem('upstream_broken', `${operation}: the answer is not JSON`);
  return body;
}

function missing(code: 'settings_invalid', message: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ConnectorProblem && error.code === 'gone') throw new ConnectorProblem(code, message);
    throw error;
  };
}

/** Problems come as a list of sentences, or as OAuth errors. */
function wordsOf(body: unknown): string | undefined {
  const { messages, error } = (body ?? {}) as { readonly messages?: unknown; readonly error?: unknown };
  if (Array.isArray(messages)) return messages.filter((each) => typeof each === 'string').join(' ');
  return typeof error === 'string' ? error : undefined;
}
