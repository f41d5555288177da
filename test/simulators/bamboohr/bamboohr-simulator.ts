import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Company, type CompanyEvent, type Employee } from './company.js';

export interface BambooFaults {
  status?: number;
  retryAfterSeconds?: number;
  silent?: boolean;
  notJson?: boolean;
  /** Pages of the data set that are answered before the connection is cut. */
  cutAfterPages?: number;
}

/** Names of the data set where they differ from those of the employee. */
const datasetNames: Readonly<Record<string, string>> = {
  workEmail: 'email',
  department: 'jobInformationDepartment',
  division: 'jobInformationDivision',
  location: 'jobInformationLocation',
  jobTitle: 'jobInformationJobTitle',
};

/** The API of one company on a real socket, as https://documentation.bamboohr.com describes it. */
export class BambooHrSimulator {
  readonly faults: BambooFaults = {};
  readonly asked: string[] = [];
  readonly apiKey = 'bamboo-key-0123456789';
  readonly webhookKey = '5f1c9a2e7b6d40318c2f';
  /**
   * What the owner of the key may not see: left out of a person without a word, while the data set refuses a question
   * that names one.
   */
  readonly hidden = new Set<string>();
  /** Which status such a question gets: no page says. */
  hiddenStatus = 403;
  /** Whether the catalogue of fields leaves them out too. */
  catalogueHides = false;
  /** Fields of the company's own, between which the catalogue has ours. */
  ownFields = 1300;
  /** Operations that are refused: people, person, changes. */
  readonly withdrawn = new Set<string>();
  tableHidden = false;
  /** People outside of what the key's owner may see. */
  readonly hiddenPeople = new Set<string>();
  /** The most a page of the data set has, whatever is asked for. */
  largestPage = 1000;
  written = 0;
  private pages = 0;

  private constructor(
    readonly company: Company,
    private readonly server: Server,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.answer(request, response);
    });
  }

  static async start(clock: { instant(): string }): Promise<BambooHrSimulator> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new BambooHrSimulator(new Company(clock), server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  /** The request that tells an event, in either family and either way of writing the time. */
  webhook(
    event: CompanyEvent,
    { thin = true, isoTime = false }: { readonly thin?: boolean; readonly isoTime?: boolean } = {},
  ): { readonly headers: Record<string, string>; readonly body: string } {
    const { type, employeeId, changedFields, at } = event;
    const body = JSON.stringify(
      thin
        ? { type: `employee.${type}`, timestamp: at, data: { companyId: '84213', employeeId, changedFields } }
        : {
            employees: [
              {
                id: employeeId,
                action: `${type[0].toUpperCase()}${type.slice(1)}`,
                timestamp: at,
                changedFields,
                fields: { status: { value: 'Inactive' } },
              },
            ],
          },
    );
    const now = this.company.clock.instant();
    const time = isoTime ? now : String(Math.floor(Date.parse(now) / 1000));
    const signature = createHmac('sha256', this.webhookKey).update(body).update(time).digest('hex');
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'BambooHR-WebHooks/1.0 (+https://www.bamboohr.com)',
        'x-bamboohr-signature': signature,
        'x-bamboohr-timestamp': time,
      },
    };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://bamboo');
    this.asked.push(`${request.method} ${url.pathname}`);
    const { status, retryAfterSeconds, silent, notJson } = this.faults;
    if (silent) return;
    const body = await textOf(request);
    const refuse = (code: number, message: string) => {
      response
        .writeHead(code, {
          'x-bamboohr-error-message': message,
          ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
        })
        .end();
    };
    if (status) return refuse(status, 'Try again');
    if (notJson) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Maintenance</html>');
    const [user] = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':');
    if (user !== this.apiKey) return refuse(401, 'Invalid API key');
    if (request.method === 'POST' && url.pathname === '/api/v2/datasets/employee/data')
      return this.dataset(
        JSON.parse(body) as { fields: string[]; orderBy?: string; page: number; pageSize: number },
        response,
      );
    if (request.method !== 'GET') {
      this.written += 1;
      return refuse(405, 'Not here');
    }
    const found = this.read(url);
    if (found === 403) return refuse(403, 'No access');
    if (found === undefined) return refuse(404, 'Not found');
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
  }

  private read(url: URL): unknown {
    if (this.withdrawn.has('person') && /^\/api\/v1\/employees\/\d+$/.test(url.pathname)) return 403;
    if (this.withdrawn.has('changes') && url.pathname.startsWith('/api/v1/employees/changed')) return 403;
    const { employees } = this.company;
    const since = Date.parse(url.searchParams.get('since') ?? '');
    const isSince = (at: string) => Date.parse(at) >= since;
    if (url.pathname === '/api/v1_2/datasets/employee/fields') return this.fieldPage(url.searchParams);
    if (url.pathname === '/api/v1/employees/changed/tables/employmentStatus') {
      return this.tableHidden
        ? 403
        : {
            table: 'employmentStatus',
            employees: Object.fromEntries(
              [...employees.values()]
                .filter(({ lastChanged }) => isSince(lastChanged))
                .map(({ id, lastChanged, rows }) => [id, { lastChanged, rows }]),
            ),
          };
    }
    if (url.pathname === '/api/v1/employees/changed') {
      const living = [...employees.values()].map(
        ({ id, lastChanged }) => [id, { id, action: 'Updated', lastChanged }] as const,
      );
      const erased = [...this.company.erased].map(
        ([id, lastChanged]) => [id, { id, action: 'Deleted', lastChanged }] as const,
      );
      return {
        latest: this.company.clock.instant().replace(/\.\d+Z$/, 'Z'),
        employees: Object.fromEntries([...living, ...erased].filter(([, { lastChanged }]) => isSince(lastChanged))),
      };
    }
    const [, id, table] = /^\/api\/v1\/employees\/(\w+)(\/tables\/employmentStatus)?$/.exec(url.pathname) ?? [];
    if (table) {
      if (this.tableHidden) return 403;
      if (id === 'all') return [...employees.values()].flatMap(({ rows }) => rows);
      return id === '0' ? [] : employees.get(id)?.rows;
    }
    if (this.hiddenPeople.has(id)) return 403;
    const employee = employees.get(id);
    return employee && this.visible(employee, url.searchParams.get('fields')?.split(',') ?? []);
  }

  private dataset(
    { fields, orderBy, page, pageSize }: { fields: string[]; orderBy?: string; page: number; pageSize: number },
    response: ServerResponse,
  ): void {
    const refused = (status: number, detail: string) =>
      void response
        .writeHead(status, { 'content-type': 'application/problem+json' })
        .end(JSON.stringify({ status, title: 'Refused', detail }));
    if (this.withdrawn.has('people')) return refused(403, 'Insufficient permissions to access the requested dataset');
    if (fields.some((name) => !this.datasetFields().includes(name))) return refused(422, 'Unknown field');
    if (fields.some((name) => [...this.hidden].some((hidden) => (datasetNames[hidden] ?? hidden) === name)))
      return refused(this.hiddenStatus, 'You may not use this field');
    if (orderBy && !fields.includes(orderBy.split(' ')[0])) return refused(400, 'UE-1001');
    if (this.pages >= (this.faults.cutAfterPages ?? Infinity)) return void response.destroy();
    this.pages += 1;
    const size = Math.min(pageSize, this.largestPage);
    const all = [...this.company.employees.values()].filter(
      ({ fields: { status } }) => status === 'Active' || status === 'Inactive',
    );
    const totalPages = Math.max(1, Math.ceil(all.length / size));
    const data = all.slice((page - 1) * size, page * size).map((employee) => {
      const known: Record<string, string | null> = { eeid: employee.id, lastChanged: employee.lastChanged };
      for (const [name, value] of Object.entries(employee.fields))
        known[datasetNames[name] ?? name] = value === '0000-00-00' ? null : value;
      return { fields: Object.fromEntries(fields.map((name) => [name, known[name] ?? null])) };
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        data,
        links: { next: null, prev: null },
        meta: { page, pageSize: size, totalPages, totalItems: all.length },
      }),
    );
  }

  private datasetFields(): string[] {
    const names = [
      'employeeNumber',
      'status',
      'employmentHistoryStatus',
      'workEmail',
      'firstName',
      'preferredName',
      'lastName',
      'hireDate',
      'terminationDate',
      'department',
      'division',
      'location',
      'jobTitle',
      'lastChanged',
      'dateOfBirth',
    ];
    return ['eeid', ...names.map((name) => datasetNames[name] ?? name)];
  }

  /**
   * Ours stand among those of the company, so that no page of the catalogue has all of them; a page behind the last is
   * the last.
   */
  private fieldPage(query: URLSearchParams): object {
    const ours = this.datasetFields().filter(
      (name) => !this.catalogueHides || ![...this.hidden].some((hidden) => (datasetNames[hidden] ?? hidden) === name),
    );
    const half = Math.floor(this.ownFields / 2);
    const own = Array.from({ length: this.ownFields }, (_, index) => `customField${index}`);
    const all = [...ours.slice(0, 3), ...own.slice(0, half), ...ours.slice(3, 8), ...own.slice(half), ...ours.slice(8)];
    const size = Math.min(Number(query.get('page_size') ?? 500), 1000);
    const pages = Math.max(1, Math.ceil(all.length / size));
    const page = Math.min(Math.max(1, Number(query.get('page') ?? 1)), pages);
    const link = (number: number) => `${this.url}/api/v1_2/datasets/employee/fields?page=${number}&page_size=${size}`;
    return {
      dataset: { name: 'employee', label: 'Employee' },
      fields: all.slice((page - 1) * size, page * size).map((name) => ({ name, label: name })),
      pagination: {
        limit: size,
        current_page: page,
        total_records: all.length,
        total_pages: pages,
        next_page: page < pages ? link(page + 1) : null,
        prev_page: page > 1 ? link(page - 1) : null,
      },
    };
  }

  private visible({ id, fields, lastChanged }: Employee, wanted: readonly string[]): Record<string, unknown> {
    const all: Record<string, string | null> = { ...fields, lastChanged };
    return {
      id,
      ...Object.fromEntries(
        wanted.filter((name) => name in all && !this.hidden.has(name)).map((name) => [name, all[name]]),
      ),
    };
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
