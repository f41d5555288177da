import { NotJson } from '../../kernel/json/read-json.js';
import type { Clock } from '../../kernel/clock.js';
import type { OutboundRequest } from '../../kernel/http-client.js';
import type { RequestLimit } from '../../kernel/rate-budget.js';
import { ConnectorProblem, type ConnectorProblemCode } from '../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../provisioning/connector/connector.js';
import { fitsMessage } from '../../provisioning/connector/mapping/match.js';
import { pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import { VendorApi } from '../../provisioning/connector/vendor-api.js';
import { strictJson } from '../../provisioning/connector/vendor-record.js';
import { VendorCredentials } from './vendor-credentials.js';
import { daysFrom, filled, filledIn, type TemplateValues } from './template.js';
import type {
  VendorCharges,
  VendorFile,
  VendorLimit,
  VendorList,
  VendorRecord,
  VendorRequest,
  VendorSince,
} from './vendor-file.js';
import {
  pageInAnswer,
  pageParameters,
  type PageParameter,
  type PlaceInVendorList,
  sinceParameter,
  type VendorPage,
} from './vendor-paging.js';

const largestAnswer = 32 * 2 ** 20;
/** Most error statuses of a list mean that the request is wrong. */
const listCodes: Readonly<Record<number, ConnectorProblemCode>> = {
  404: 'settings_invalid',
  409: 'upstream_broken',
  410: 'settings_invalid',
  422: 'settings_invalid',
};

/** The vendor's API as its file describes it: signed in, one request at a time, errors as ConnectorProblem. */
export class VendorClient {
  private readonly lists: VendorApi;
  private readonly credentials: VendorCredentials;
  private readonly values: TemplateValues;
  private readonly clock: Clock;
  private readonly secrets: readonly string[];

  constructor(
    private readonly file: VendorFile,
    session: ConnectorSession<object>,
  ) {
    this.values = session.settings as TemplateValues;
    this.clock = session.clock;
    this.secrets = Object.entries(file.settings)
      .filter(([, { secret }]) => secret)
      .map(([name]) => String(this.values[name] ?? ''))
      .filter((secret) => secret !== '');
    const said = file.answer?.said;
    this.lists = new VendorApi(session, {
      vendor: file.name,
      limit: asLimit(file.limit),
      ...(file.limit.by_address ? { limitByAddress: asLimit(file.limit.by_address) } : {}),
      secrets: this.secrets,
      codes: listCodes,
      ...(said === undefined ? {} : { said: (body) => textAt(body, said) }),
    });
    this.credentials = new VendorCredentials(file.sign_in, this.lists, session, this.values, (request) =>
      outbound(request, this.values),
    );
  }

  /**
   * The page at `place` (null: the first), of everything or of what changed since an instant.
   * @throws ConnectorProblem
   */
  async page(
    list: VendorList & { readonly since?: VendorSince },
    place: PlaceInVendorList | null,
    since: string | null,
    signal: AbortSignal,
  ): Promise<VendorPage> {
    const { paging } = list;
    const values = { ...this.values, ...daysFrom(this.file, this.values, this.clock.instant()) };
    const asked = list.since && since ? [sinceParameter(list.since, since)] : [];
    const first = withParameters(
      outbound(list.request, values),
      asked.map((each) => [list.since?.in, each]),
    );
    const request =
      typeof place?.at === 'string' && !['cursor', 'after'].includes(paging.style)
        ? continued(first, place.at, paging.keep)
        : withParameters(
            first,
            pageParameters(paging, place).map((each) => [paging.in, each]),
          );
    return pageInAnswer({ ...(await this.ask('list', request, signal)), url: request.url }, list, place);
  }

  /**
   * The record of that key, and the answer around it; null: there is none.
   * @throws ConnectorProblem
   */
  async record(
    { request, at }: VendorRecord,
    key: string,
    signal: AbortSignal,
  ): Promise<{ readonly record: unknown; readonly body: unknown } | null> {
    try {
      const { body } = await this.ask('record', outbound(request, { ...this.values, key }), signal);
      const record = valueIn(body, pointerIn(at)!);
      return record === undefined || record === null ? null : { record, body };
    } catch (error) {
      const { code, details } = error instanceof ConnectorProblem ? error : { code: null, details: null };
      if (code === 'gone' || details?.status === 404 || details?.status === 410) return null;
      throw error;
    }
  }

  /**
   * What the vendor says to a charge that is sent once. What comes to nothing in its form is left out.
   * @throws ConnectorProblem
   */
  async charge({ request }: VendorCharges, charge: TemplateValues, signal: AbortSignal) {
    const values = { ...this.values, ...charge };
    const { form } = request;
    const said = form && Object.fromEntries(Object.entries(form).filter(([, text]) => filled(text, values) !== ''));
    const { body } = await this.ask('charge', outbound({ ...request, form: said }, values), signal, false);
    return { body, isHealthy: this.isHealthy(body), words: this.wordsIn(body) };
  }

  private async ask(operation: string, request: OutboundRequest, signal: AbortSignal, mustBeHealthy = true) {
    const send = async (credentials: Readonly<Record<string, string>>) => {
      const headers = { accept: 'application/json', ...request.headers, ...credentials };
      const answer = await this.lists.send(operation, { ...request, headers, maximumBytes: largestAnswer }, signal);
      const body = bodyOf(operation, answer.body);
      if (mustBeHealthy) this.checkHealth(operation, body);
      return { headers: answer.headers, body };
    };
    const { headers: credentials, token } = await this.credentials.current(signal);
    return send(credentials).catch(async (error: unknown) => {
      if (!(error instanceof ConnectorProblem) || error.code !== 'credentials_refused' || error.isForbidden)
        throw error;
      // A token may have been revoked early.
      if (token === null) throw error;
      this.credentials.forget(token);
      return send((await this.credentials.current(signal)).headers);
    });
  }

  /** Some vendors answer 200 and say in the body that it went wrong. */
  private checkHealth(operation: string, body: unknown): void {
    if (this.isHealthy(body)) return;
    const { problems = [] } = this.file.answer ?? {};
    const code = problems.find(({ when }) => fitsMessage(when, body))?.code ?? 'upstream_broken';
    const words = this.wordsIn(body);
    throw new ConnectorProblem(code, `${operation}: ${this.file.name} says that it failed${words ? `: ${words}` : ''}`);
  }

  private isHealthy(body: unknown): boolean {
    return fitsMessage(this.file.answer?.healthy ?? [], body);
  }

  /** The vendor's own, for people: without secrets, should it repeat them. */
  private wordsIn(body: unknown): string | undefined {
    const said = this.file.answer?.said;
    const words = said === undefined ? undefined : textAt(body, said);
    return words && this.secrets.reduce((left, secret) => left.replaceAll(secret, '…'), words).slice(0, 200);
  }
}

function asLimit({ requests, window_seconds: windowSeconds }: VendorLimit): RequestLimit {
  return { requests, windowSeconds };
}

function outbound(request: VendorRequest, values: TemplateValues): OutboundRequest {
  const { method = 'GET', query = {}, headers = {}, body, form } = request;
  const [base] = /^\{[a-z0-9_]+\}/.exec(request.url)!;
  const url = new URL(
    filled(base, values).replace(/\/$/, '') + filled(request.url.slice(base.length), values, encodeURIComponent),
  );
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) url.searchParams.append(name, filled(each, values));
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value, values)]));
  const type = body ? 'application/json' : form && 'application/x-www-form-urlencoded';
  return {
    method,
    url: url.href,
    headers: type ? { 'content-type': type, ...sent } : sent,
    ...(body ? { body: JSON.stringify(filledIn(body, values)) } : {}),
    ...(form ? { body: new URLSearchParams(filledIn(form, values) as Record<string, string>).toString() } : {}),
  };
}

/** The request for a page by the address that the vendor gave for it. */
function continued(request: OutboundRequest, address: string, keep: readonly string[] = []): OutboundRequest {
  const url = new URL(address);
  const first = new URL(request.url).searchParams;
  for (const name of keep)
    if (!url.searchParams.has(name)) for (const value of first.getAll(name)) url.searchParams.append(name, value);
  return { ...request, url: keep.length > 0 ? url.href : address };
}

function withParameters(
  request: OutboundRequest,
  parameters: readonly (readonly ['query' | 'body' | undefined, PageParameter])[],
): OutboundRequest {
  const url = new URL(request.url);
  const body: Record<string, unknown> = {};
  for (const [place, [name, value]] of parameters)
    if (place === 'body') body[name] = value;
    else url.searchParams.set(name, String(value));
  if (Object.keys(body).length === 0) return { ...request, url: url.href };
  const before = request.body ? (JSON.parse(String(request.body)) as object) : {};
  return {
    ...request,
    url: url.href,
    headers: { 'content-type': 'application/json', ...request.headers },
    body: JSON.stringify({ ...before, ...body }),
  };
}

function bodyOf(operation: string, bytes: Buffer): unknown {
  try {
    return strictJson(bytes);
  } catch (error) {
    if (error instanceof NotJson) throw new ConnectorProblem('upstream_broken', `${operation}: ${error.message}`);
    throw error;
  }
}

function textAt(body: unknown, at: string): string | undefined {
  const words = valueIn(body, pointerIn(at)!);
  return typeof words === 'string' ? words : undefined;
}
