/**
 * A client as anybody would write it who has nothing but the published tables: a base address, a token, paths, fields,
 * statuses and headers. It follows links, waits when the budget is used up, and imports nothing of the service.
 */
export interface StrangeUser {
  readonly id: string;
  readonly username: string;
  readonly disabled: 0 | 1;
  readonly table_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly _links: { readonly self: { readonly href: string } };
}

type Json = Readonly<Record<string, unknown>>;

interface Collection {
  readonly _embedded: Readonly<Record<string, readonly Json[]>>;
  readonly page: number;
  readonly page_size: number;
  readonly page_count: number;
  readonly total_items: number;
  readonly _links: Readonly<Record<string, { readonly href: string } | undefined>>;
}

export class ContractError extends Error {
  constructor(
    readonly status: number,
    readonly problem: {
      readonly type: string;
      readonly title: string;
      readonly status: number;
      readonly detail: string;
    },
  ) {
    super(`${status} ${problem.title}: ${problem.detail}`);
  }
}

export class StrangeClient {
  constructor(
    private readonly base: string,
    private readonly token: string,
    private readonly wait: (milliseconds: number) => Promise<void>,
  ) {}

  createUser(user: { username: string; password?: string; table_id?: string; disabled?: 0 | 1 }): Promise<StrangeUser> {
    return this.call('POST', '/users', 201, user);
  }

  user(id: string): Promise<StrangeUser> {
    return this.call('GET', `/users/${id}`, 200);
  }

  changeUser(
    id: string,
    change: Partial<{ username: string; password: string; table_id: string; disabled: 0 | 1 }>,
  ): Promise<StrangeUser> {
    return this.call('PATCH', `/users/${id}`, 200, change);
  }

  deleteUser(id: string): Promise<void> {
    return this.call('DELETE', `/users/${id}`, 204);
  }

  /** Every record of a collection, page by page, by the links alone. */
  async *all(path: string): AsyncGenerator<Json> {
    for (let next: string | undefined = path; next;) {
      const page: Collection = await this.call('GET', next, 200);
      yield* Object.values(page._embedded)[0];
      next = page._links.next?.href;
    }
  }

  async call<Answer>(method: string, path: string, status: number, body?: object): Promise<Answer> {
    for (;;) {
      const answer = await fetch(path.startsWith('http') ? path : this.base + path, {
        method,
        headers: { Authorization: `Bearer ${this.token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
        body: body && JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status === 429) {
        await this.wait(Number(answer.headers.get('X-RateLimit-Reset')) * 1000 - Date.now());
        continue;
      }
      const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json');
      if (isProblem) throw new ContractError(answer.status, JSON.parse(text) as ContractError['problem']);
      if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status}, not ${status}`);
      const isJson = /json/.test(answer.headers.get('content-type') ?? '');
      return (text === '' ? undefined : isJson ? JSON.parse(text) : text) as Answer;
    }
  }
}
