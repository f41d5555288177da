import { Agent, request } from 'node:http';

export interface ScimReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- a directory reads answers by the standard's names
  readonly body: any;
}

/**
 * What a directory speaks: HTTP with a bearer token, on real sockets. Counts what it hears, as Entra does before it
 * gives up.
 */
export class ScimClient {
  readonly heard = { requests: 0, failures: 0 };
  /** Cuts the socket once the request was sent, so that the answer is never known; then the same is sent again. */
  losesAnswers = false;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 8 });

  constructor(
    private readonly baseUrl: string,
    private readonly token: string | null,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ScimReply> {
    if (this.losesAnswers && method !== 'GET') await this.exchange(method, path, body, headers);
    const reply = await this.exchange(method, path, body, headers);
    this.heard.requests += 1;
    if (reply.status >= 400 && reply.status !== 404) this.heard.failures += 1;
    return reply;
  }

  /** @throws unless the answer has one of these statuses */
  async expect(statuses: readonly number[], method: string, path: string, body?: unknown): Promise<ScimReply['body']> {
    const reply = await this.send(method, path, body);
    if (!statuses.includes(reply.status))
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  stop(): void {
    this.agent.destroy();
  }

  private exchange(
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<ScimReply> {
    const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    return new Promise((resolve, reject) => {
      const sent = request(
        this.baseUrl + path,
        {
          method,
          agent: this.agent,
          headers: {
            ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
            accept: 'application/scim+json',
            ...(bytes
              ? { 'content-type': 'application/scim+json; charset=utf-8', 'content-length': String(bytes.length) }
              : {}),
            ...this.headers,
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: text === '' ? undefined : JSON.parse(text),
            });
          });
          response.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(bytes);
    });
  }
}

export const coreUser = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const coreGroup = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseUser = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Somebody as a directory knows them. */
export interface Person {
  readonly key: string;
  userName: string;
  givenName: string;
  familyName: string;
  email: string;
  department: string;
  isEnabled: boolean;
}

export function person(key: string, changes: Partial<Person> = {}): Person {
  const [givenName, familyName] = key.split('.').map((part) => part[0].toUpperCase() + part.slice(1));
  return {
    key,
    userName: `${key}@contoso.example`,
    givenName,
    familyName: familyName ?? 'Lind',
    email: `${key}@contoso.example`,
    department: 'Finance',
    isEnabled: true,
    ...changes,
  };
}

/** A literal of a filter, as it stands in a query. */
export function filterOf(attribute: string, value: string): string {
  return `?filter=${encodeURIComponent(`${attribute} eq ${JSON.stringify(value)}`).replaceAll('%20', '+')}`;
}
