import type { Clock } from '../../../kernel/clock.js';
import type { Log } from '../../../kernel/log.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { type BambooData, type BambooEmployee, type BambooFieldPage, datasetNames } from './bamboohr.wire.js';

export type Ask = (
  operation: string,
  path: string,
  question: object | undefined,
  signal: AbortSignal,
) => Promise<object>;
/** The data set's name of a field, by our name. */
export type DatasetNames = Readonly<Record<string, string>>;

const namesLifeMilliseconds = 3_600_000;
const largestPage = 1000;
const needed = ['id', 'status'];
const dataPath = '/api/v2/datasets/employee/data';
/**
 * For a field that the key's owner may not see the answer is "an error", and no page says which:
 * https://documentation.bamboohr.com/reference/get-data-from-dataset-v2
 */
const refusals = [400, 403, 422];

/**
 * The data set of everybody. A catalogue of several pages names its fields. It refuses a whole query for one field that
 * the key's owner may not see; then those fields are found, and the list is requested without them.
 */
export class BambooDataset {
  private known: { readonly names: Promise<DatasetNames>; readonly until: number } | null = null;
  private refused: ReadonlySet<string> = new Set();

  constructor(
    private readonly ask: Ask,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async page(
    page: number,
    pageSize: number,
    signal: AbortSignal,
  ): Promise<{ readonly employees: readonly BambooEmployee[]; readonly meta: BambooData['meta'] }> {
    const names = await this.names(signal);
    try {
      return await this.pageOf(names, page, pageSize, signal);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const left = await this.withoutRefused(signal);
      if (Object.keys(left).length === Object.keys(names).length) throw error;
      return this.pageOf(left, page, pageSize, signal);
    }
  }

  /** @throws ConnectorProblem credentials_refused when the key's owner may not see an indispensable field */
  async names(signal: AbortSignal): Promise<DatasetNames> {
    if (!this.known || this.clock.milliseconds() >= this.known.until) {
      this.refused = new Set();
      this.known = { names: this.catalogue(signal), until: this.clock.milliseconds() + namesLifeMilliseconds };
    }
    const { known } = this;
    const all = await known.names.catch((error: unknown) => {
      if (this.known === known) this.forget();
      throw error;
    });
    const names = Object.fromEntries(Object.entries(all).filter(([ours]) => !this.refused.has(ours)));
    for (const each of needed)
      if (!names[each])
        throw new ConnectorProblem('credentials_refused', `datasets/employee: the key's owner may not see ${each}`, {
          status: 403,
        });
    return names;
  }

  forget(): void {
    this.known = null;
  }

  private async pageOf(
    names: DatasetNames,
    page: number,
    pageSize: number,
    signal: AbortSignal,
  ): Promise<{ readonly employees: readonly BambooEmployee[]; readonly meta: BambooData['meta'] }> {
    const question = {
      fields: Object.values(names),
      filter: "status eq 'Active' or status eq 'Inactive'",
      orderBy: `${names.id} asc`,
      page,
      pageSize,
    };
    const { data, meta } = (await this.ask('datasets/employee', dataPath, question, signal)) as Partial<BambooData>;
    if (!Array.isArray(data) || typeof meta?.totalPages !== 'number' || typeof meta.totalItems !== 'number')
      throw new ConnectorProblem('upstream_broken', 'datasets/employee: the answer holds no list with its totals');
    const employees = (data as BambooData['data']).map(
      ({ fields }) =>
        Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [ours, fields[theirs]])) as BambooEmployee,
    );
    return { employees, meta };
  }

  /**
   * The fields that are not refused.
   * @throws ConnectorProblem when even the id is refused
   */
  private async withoutRefused(signal: AbortSignal): Promise<DatasetNames> {
    const names = await this.names(signal);
    const refused = await this.refusedAmong(
      Object.keys(names).filter((ours) => ours !== 'id'),
      names,
      signal,
    );
    if (refused.length > 0)
      this.log.warn({ fields: refused }, 'fields not visible to the API key; reading the list without them');
    this.refused = new Set(refused);
    return this.names(signal);
  }

  /** Splits a refused group in halves: one hidden field of fifteen is found with eight small queries. */
  private async refusedAmong(
    group: readonly string[],
    names: DatasetNames,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const half = Math.ceil(group.length / 2);
    const refused: string[] = [];
    for (const part of [group.slice(0, half), group.slice(half)].filter(({ length }) => length > 0)) {
      if (await this.isGiven(part, names, signal)) continue;
      refused.push(...(part.length === 1 ? part : await this.refusedAmong(part, names, signal)));
    }
    return refused;
  }

  private async isGiven(fields: readonly string[], names: DatasetNames, signal: AbortSignal): Promise<boolean> {
    const question = {
      fields: [names.id, ...fields.map((ours) => names[ours])],
      filter: "status eq 'Active' or status eq 'Inactive'",
      page: 1,
      pageSize: 1,
    };
    try {
      await this.ask('datasets/employee, some fields', dataPath, question, signal);
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }

  /**
   * https://documentation.bamboohr.com/reference/get-fields-from-dataset-v1-2 : a page after the last one returns the
   * last one again.
   */
  private async catalogue(signal: AbortSignal): Promise<DatasetNames> {
    const there = new Set<string>();
    for (let page = 1; ; page += 1) {
      const answer = (await this.ask(
        'datasets/employee/fields',
        `/api/v1_2/datasets/employee/fields?page=${page}&page_size=${largestPage}`,
        undefined,
        signal,
      )) as Partial<BambooFieldPage>;
      if (!Array.isArray(answer.fields))
        throw new ConnectorProblem('upstream_broken', 'datasets/employee/fields: the answer holds no list');
      const before = there.size;
      for (const { name } of answer.fields as BambooFieldPage['fields']) if (name) there.add(name);
      const isLast = answer.pagination ? !answer.pagination.next_page : answer.fields.length < largestPage;
      if (isLast || there.size === before) break;
    }
    return Object.fromEntries(
      Object.entries(datasetNames).flatMap(([ours, theirs]) =>
        theirs
          .filter((name) => there.has(name))
          .slice(0, 1)
          .map((name) => [ours, name] as const),
      ),
    );
  }
}

function isRefusal(error: unknown): error is ConnectorProblem {
  return error instanceof ConnectorProblem && refusals.includes(error.details.status ?? 0);
}
