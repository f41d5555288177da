import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { VendorApi } from '../../../provisioning/connector/vendor-api.js';
import type { BambooHrSettings } from './bamboohr.settings.js';
import { type BambooChanged, type BambooData, type BambooEmployee, type BambooStatusRow, datasetNames, employeeFields } from './bamboohr.wire.js';

/** BambooHR publishes no figure and asks for silence when it has had enough (https://documentation.bamboohr.com/docs/api-details): five requests a second are known to be borne. */
export const bambooLimit = { requests: 50, windowSeconds: 10 };
const pageSize = 1000;
const idForm = /^\d{1,12}$/;

/** The way to BambooHR and back: Basic authentication with the key as user, JSON where it is asked for. */
export class BambooHrClient {
  private readonly api: VendorApi;
  private names: Promise<Readonly<Record<string, string>>> | null = null;

  constructor(private readonly session: Pick<ConnectorSession<BambooHrSettings>, 'settings' | 'http' | 'clock' | 'chance' | 'log'>, private readonly rowsInPage = pageSize) {
    this.api = new VendorApi(session, {
      vendor: 'BambooHR', limit: bambooLimit, secrets: [session.settings.api_key],
      // 598: their gateway gave up waiting, as their own client retries it.
      codes: { 408: 'unreachable', 504: 'unreachable', 598: 'unreachable' },
    });
  }

  /** Undefined when there is no such person, null when the key's owner may not see them; without what they may not see. */
  async employee(id: string, signal: AbortSignal): Promise<BambooEmployee | undefined | null> {
    if (!idForm.test(id)) return undefined;
    const found = await this.get('employee', `/api/v1/employees/${id}?fields=${employeeFields.join(',')}`, signal).catch(missing).catch(hidden) as Partial<BambooEmployee> | undefined | null;
    return found && { ...found, id: String(found.id ?? id) };
  }

  /** Rows of one person, or of all; null when the key's owner may not see the table. */
  async statusRows(of: string, signal: AbortSignal): Promise<readonly BambooStatusRow[] | null> {
    const rows = await this.get('employmentStatus', `/api/v1/employees/${of}/tables/employmentStatus`, signal).catch(missing).catch(hidden);
    if (rows === undefined) return [];
    if (rows !== null && !Array.isArray(rows)) throw new ConnectorProblem('upstream_broken', 'employmentStatus: the answer is not a list');
    return rows as BambooStatusRow[] | null;
  }

  /** Ids of everybody whose record or employment status changed since, with the instant up to which that holds. */
  async changed(since: string, signal: AbortSignal): Promise<{ readonly ids: readonly string[]; readonly latest: string | undefined }> {
    const query = `since=${encodeURIComponent(since)}`;
    const records = await this.get('employees/changed', `/api/v1/employees/changed?${query}&type=all`, signal) as BambooChanged;
    const rows = await this.get('employees/changed/tables', `/api/v1/employees/changed/tables/employmentStatus?${query}`, signal).catch(missing).catch(hidden) as BambooChanged | undefined | null;
    const ids = new Set([...idsOf(records), ...(rows ? idsOf(rows) : [])].filter((id) => idForm.test(id)));
    return { ids: [...ids].sort((one, other) => Number(one) - Number(other)), latest: records.latest };
  }

  /** One page of everybody, from page 1; whoever is hired for later is Inactive, so both are asked for. */
  async page(page: number, signal: AbortSignal): Promise<{ readonly employees: readonly BambooEmployee[]; readonly meta: BambooData['meta'] }> {
    const names = await this.datasetFields(signal);
    const body = { fields: Object.values(names), filter: "status eq 'Active' or status eq 'Inactive'", orderBy: `${names.id} asc`, page, pageSize: this.rowsInPage };
    const answer = await this.api.json('datasets/employee', { method: 'POST', url: this.url('/api/v2/datasets/employee/data'), headers: this.headers({ 'content-type': 'application/json' }), body: JSON.stringify(body) }, signal) as Partial<BambooData>;
    const { data, meta } = answer;
    if (!Array.isArray(data) || typeof meta?.totalPages !== 'number' || typeof meta.totalItems !== 'number') throw new ConnectorProblem('upstream_broken', 'datasets/employee: the answer holds no list with its totals');
    const employees = (data as BambooData['data']).map(({ fields }) => Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [ours, fields[theirs]])) as BambooEmployee);
    return { employees, meta };
  }

  /** What of the wanted the data set has, by our names; kept, as it changes with BambooHR's releases only. */
  async datasetFields(signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    this.names ??= this.readNames(signal);
    return this.names.catch((error: unknown) => {
      this.names = null;
      throw error;
    });
  }

  private async readNames(signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    const answer = await this.get('datasets/employee/fields', '/api/v1_2/datasets/employee/fields', signal) as { readonly fields?: readonly { readonly name?: string }[] };
    if (!Array.isArray(answer.fields)) throw new ConnectorProblem('upstream_broken', 'datasets/employee/fields: the answer holds no list');
    const there = new Set((answer.fields as { name?: string }[]).map(({ name }) => name));
    const found = Object.entries(datasetNames).flatMap(([ours, theirs]) => theirs.filter((name) => there.has(name)).slice(0, 1).map((name) => [ours, name] as const));
    const names = Object.fromEntries(found) as Readonly<Record<string, string>>;
    for (const needed of ['id', 'status']) if (!names[needed]) throw new ConnectorProblem('settings_invalid', `datasets/employee: the key's owner may not see ${needed}`);
    return names;
  }

  private get(operation: string, path: string, signal: AbortSignal): Promise<object> {
    return this.api.json(operation, { method: 'GET', url: this.url(path), headers: this.headers() }, signal);
  }

  private url(path: string): string {
    return `${this.session.settings.base_url}${path}`;
  }

  private headers(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { accept: 'application/json', authorization: `Basic ${Buffer.from(`${this.session.settings.api_key}:x`).toString('base64')}`, ...more };
  }
}

function idsOf({ employees }: BambooChanged): string[] {
  return Object.entries(employees ?? {}).map(([key, { id }]) => String(id ?? key));
}

function missing(error: unknown): undefined {
  if (error instanceof ConnectorProblem && error.code === 'gone') return undefined;
  throw error;
}

/** A key that is refused is 401; 403 says that its owner may not see this. */
function hidden(error: unknown): null {
  if (error instanceof ConnectorProblem && error.code === 'credentials_refused' && /: 403\b/.test(error.message)) return null;
  throw error;
}
