import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { basicCredentials, goneIsNone, RestApi } from '../../../provisioning/connector/rest-api.js';
import type { BambooHrSettings } from './bamboohr.settings.js';
import { BambooDataset, type DatasetNames } from './bamboohr.dataset.js';
import {
  type BambooChanged,
  type BambooData,
  type BambooEmployee,
  type BambooStatusRow,
  employeeFields,
} from './bamboohr.wire.js';

/**
 * BambooHR publishes no rate limit and asks clients to wait when it is overloaded
 * (https://documentation.bamboohr.com/docs/api-details). It is known to bear five requests a second.
 */
export const bambooLimit = { requests: 50, windowSeconds: 10 };
const pageSize = 1000;
const idForm = /^\d{1,12}$/;

/** BambooHR's API: Basic authentication with the key as user, JSON on request. */
export class BambooHrClient {
  private readonly api: RestApi;
  private readonly dataset: BambooDataset;

  constructor(
    session: Pick<ConnectorSession<BambooHrSettings>, 'settings' | 'http' | 'clock' | 'chance' | 'log'>,
    private readonly rowsInPage = pageSize,
  ) {
    this.api = new RestApi(session, {
      vendor: 'BambooHR',
      limit: bambooLimit,
      secrets: [session.settings.api_key],
      // 598: their gateway timed out. Their own client retries it.
      codes: { 408: 'unreachable', 504: 'unreachable', 598: 'unreachable' },
      said,
      baseUrl: session.settings.base_url,
      headers: { authorization: basicCredentials(session.settings.api_key, 'x') },
    });
    this.dataset = new BambooDataset(
      (operation, path, body, at) => this.ask(operation, path, body, at),
      session.clock,
      session.log,
    );
  }

  /**
   * Undefined when there is no such person, null when the key's owner may not see them; fields that the owner may not
   * see are absent.
   */
  async employee(id: string, signal: AbortSignal): Promise<BambooEmployee | undefined | null> {
    if (!idForm.test(id)) return undefined;
    const found = (await this.get('employee', `/api/v1/employees/${id}?fields=${employeeFields.join(',')}`, signal)
      .catch(goneIsNone)
      .catch(hidden)) as Partial<BambooEmployee> | undefined | null;
    return found && { ...found, id: String(found.id ?? id) };
  }

  /** Rows of one person, or of all; null when the key's owner may not see the table. */
  async statusRows(of: string, signal: AbortSignal): Promise<readonly BambooStatusRow[] | null> {
    const rows = await this.get('employmentStatus', `/api/v1/employees/${of}/tables/employmentStatus`, signal)
      .catch(goneIsNone)
      .catch(hidden);
    if (rows === undefined) return [];
    if (rows !== null && !Array.isArray(rows))
      throw new ConnectorProblem('upstream_broken', 'employmentStatus: the answer is not a list');
    return rows as BambooStatusRow[] | null;
  }

  /**
   * Ids of everybody whose record or employment status has changed since, and the instant up to which that is complete.
   */
  async changed(
    since: string,
    signal: AbortSignal,
  ): Promise<{ readonly ids: readonly string[]; readonly latest: string | undefined }> {
    const query = `since=${encodeURIComponent(since)}`;
    const records = (await this.get(
      'employees/changed',
      `/api/v1/employees/changed?${query}&type=all`,
      signal,
    )) as BambooChanged;
    const rows = (await this.get(
      'employees/changed/tables',
      `/api/v1/employees/changed/tables/employmentStatus?${query}`,
      signal,
    )
      .catch(goneIsNone)
      .catch(hidden)) as BambooChanged | undefined | null;
    const ids = new Set([...idsOf(records), ...(rows ? idsOf(rows) : [])].filter((id) => idForm.test(id)));
    return { ids: [...ids].sort((one, other) => Number(one) - Number(other)), latest: records.latest };
  }

  /** One page of everybody, from page 1. People hired for a later date are Inactive, so both states are requested. */
  async page(
    page: number,
    signal: AbortSignal,
  ): Promise<{ readonly employees: readonly BambooEmployee[]; readonly meta: BambooData['meta'] }> {
    // Each list starts with what the key's owner may see now.
    if (page === 1) this.dataset.forget();
    return this.dataset.page(page, this.rowsInPage, signal);
  }

  /** Any one person, to test which fields may be seen; undefined when there is nobody. */
  async anybody(signal: AbortSignal): Promise<BambooEmployee | undefined> {
    this.dataset.forget();
    return (await this.dataset.page(1, 1, signal)).employees[0];
  }

  /** Which of the wanted fields the data set has and returns, by our names. */
  datasetFields(signal: AbortSignal): Promise<DatasetNames> {
    return this.dataset.names(signal);
  }

  private get(operation: string, path: string, signal: AbortSignal): Promise<object> {
    return this.ask(operation, path, undefined, signal);
  }

  private async ask(
    operation: string,
    path: string,
    question: object | undefined,
    signal: AbortSignal,
  ): Promise<object> {
    const request = question ? { method: 'POST' as const, path, body: question } : { path };
    return (await this.api.ask(operation, request, signal)).body ?? {};
  }
}

function idsOf({ employees }: BambooChanged): string[] {
  return Object.entries(employees ?? {}).map(([key, { id }]) => String(id ?? key));
}

/** A refused key is 401; 403 says that its owner may not see this. */
function hidden(error: unknown): null {
  if (error instanceof ConnectorProblem && error.isForbidden) return null;
  throw error;
}

/** RFC 9457, when an error has a body. */
function said(body: unknown): string | undefined {
  const { detail, title } = (body ?? {}) as { detail?: unknown; title?: unknown };
  return [detail, title].find((each) => typeof each === 'string');
}
