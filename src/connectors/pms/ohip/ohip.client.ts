import { jsonOf, type OutboundResponse } from '../../../kernel/http-client.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { HeldToken, type IssuedToken } from '../../../provisioning/connector/held-token.js';
import { VendorApi } from '../../../provisioning/connector/vendor-api.js';
import type { OhipSettings } from './ohip.settings.js';
import type { OhipBusinessEvent, OhipReservation, OhipReservationList } from './ohip.wire.js';

/** Oracle's quotas stand in each contract; no hotel needs more than this pace. */
export const ohipLimit = { requests: 50, windowSeconds: 10 };
export const ohipPageSize = 100;
/** The most of one answer. */
export const eventsAtOnce = 20;

/** OPERA Cloud's REST API for one hotel: a bearer token, the application's key and the hotel in each request. */
export class OhipClient {
  private readonly api: VendorApi;
  private readonly token: HeldToken;

  constructor(
    private readonly session: Pick<
      ConnectorSession<OhipSettings>,
      'settings' | 'http' | 'clock' | 'chance' | 'log' | 'tokens'
    >,
  ) {
    const { settings } = session;
    this.api = new VendorApi(session, {
      vendor: 'OPERA Cloud',
      limit: ohipLimit,
      secrets: [settings.client_secret, settings.app_key],
      codes: { 404: 'settings_invalid' },
      said,
    });
    this.token = new HeldToken(session, (signal) => this.signIn(signal));
  }

  /** Some reservations of the hotel, from the one after `offset`, and how many there are. */
  async reservations(
    filters: Readonly<Record<string, string>>,
    offset: number,
    signal: AbortSignal,
    limit = ohipPageSize,
  ): Promise<{ readonly reservations: readonly OhipReservation[]; readonly total: number }> {
    const query = new URLSearchParams({ ...filters, limit: String(limit), offset: String(offset) });
    const path = `/rsv/v1/hotels/${encodeURIComponent(this.session.settings.hotel_id)}/reservations`;
    const answer = (await this.get('reservations', `${path}?${query.toString()}`, signal)) as
      { readonly reservations?: OhipReservationList } | undefined;
    if (answer === undefined) return { reservations: [], total: 0 };
    const { reservationInfo = [], totalResults } = answer.reservations ?? {};
    if (!Array.isArray(reservationInfo) || typeof totalResults !== 'number')
      throw new ConnectorProblem('upstream_broken', 'reservations: the answer holds no list with its count');
    return {
      reservations: reservationInfo.filter(
        (each): each is OhipReservation => typeof each === 'object' && each !== null,
      ),
      total: totalResults,
    };
  }

  /** The oldest events that wait, which are gone from OPERA Cloud then. */
  async takeEvents(system: string, signal: AbortSignal, limit = eventsAtOnce): Promise<readonly OhipBusinessEvent[]> {
    const hotel = encodeURIComponent(this.session.settings.hotel_id);
    const path = `/int/v1/externalSystem/${encodeURIComponent(system)}/hotels/${hotel}/businessEvents?limit=${limit}`;
    const answer = (await this.get('business events', path, signal)) as
      { readonly businessEventData?: unknown } | undefined;
    if (answer === undefined) return [];
    if (!Array.isArray(answer.businessEventData))
      throw new ConnectorProblem('upstream_broken', 'business events: the answer holds no list');
    return answer.businessEventData.filter(
      (each): each is OhipBusinessEvent => typeof each === 'object' && each !== null,
    );
  }

  /** For the stream of events, which takes it in its first message. */
  bearer(signal: AbortSignal): Promise<string> {
    return this.token.current(signal);
  }

  forget(token: string): void {
    this.token.forget(token);
  }

  /** Undefined for 204. A token that ended early is replaced once. */
  private async get(operation: string, path: string, signal: AbortSignal): Promise<object | undefined> {
    const { gateway_url: gateway, app_key: key, hotel_id: hotel } = this.session.settings;
    const ask = (bearer: string): Promise<OutboundResponse> =>
      this.api.send(
        operation,
        {
          method: 'GET',
          url: `${gateway}${path}`,
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${bearer}`,
            'x-app-key': key,
            'x-hotelid': hotel,
          },
        },
        signal,
      );
    const token = await this.token.current(signal);
    const answer = await ask(token).catch(async (error: unknown) => {
      if (!(error instanceof ConnectorProblem) || error.details.status !== 401) throw error;
      this.token.forget(token);
      return ask(await this.token.current(signal));
    });
    if (answer.status === 204) return undefined;
    const body = jsonOf(answer);
    if (typeof body !== 'object' || body === null)
      throw new ConnectorProblem('upstream_broken', `${operation}: the answer is not JSON`);
    return body;
  }

  /** OAuth 2.0 client credentials, with the application's key and the enterprise in headers of Oracle's own. */
  private async signIn(signal: AbortSignal): Promise<IssuedToken> {
    const { gateway_url: gateway, client_id: id, client_secret: secret, app_key: key } = this.session.settings;
    const { enterprise_id: enterprise, scope } = this.session.settings;
    const answer = (await this.api
      .json(
        'token',
        {
          method: 'POST',
          url: `${gateway}/oauth/v1/tokens`,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
            'x-app-key': key,
            ...(enterprise === undefined ? {} : { enterpriseid: enterprise }),
          },
          body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
        },
        signal,
      )
      .catch(refused)) as { readonly access_token?: unknown; readonly expires_in?: unknown };
    if (typeof answer.access_token !== 'string' || !answer.access_token)
      throw new ConnectorProblem('upstream_broken', 'token: the answer holds no access_token');
    const lifeSeconds = Number(answer.expires_in);
    return { token: answer.access_token, lifeSeconds: Number.isFinite(lifeSeconds) ? lifeSeconds : undefined };
  }
}

/** Wrong credentials are 400, 401 or 403 there. */
function refused(error: unknown): never {
  if (error instanceof ConnectorProblem && ['settings_invalid', 'credentials_refused'].includes(error.code))
    throw new ConnectorProblem('credentials_refused', error.message);
  throw error;
}

function said(body: unknown): string | undefined {
  const { detail, title, error_description: description } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return [detail, title, description].find((each): each is string => typeof each === 'string');
}
