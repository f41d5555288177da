import { Agent, request } from 'node:http';

/** An answer as it came; a test reads JSON by the names it expects. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test names the fields it expects
  readonly body: any;
}

export interface Asked {
  /** Sent as JSON; a text or bytes as they are. */
  readonly body?: unknown;
  /** An empty value takes a header away. */
  readonly headers?: Readonly<Record<string, string>>;
  /** null: none. */
  readonly token?: string | null;
}

export type Ask = (method: string, path: string, asked?: Asked) => Promise<Answer>;

/** Plain HTTP over a few connections that stay open: sends what fetch would mend or refuse. */
export function asker(port: number, usualToken: string): Ask & { readonly call: Ask; end(): Promise<void> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const call: Ask = (method, path, { body, headers = {}, token = usualToken } = {}) =>
    new Promise((resolve, reject) => {
      const bytes =
        body === undefined
          ? undefined
          : typeof body === 'string' || Buffer.isBuffer(body)
            ? Buffer.from(body)
            : Buffer.from(JSON.stringify(body));
      const sent = {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
        ...headers,
      };
      const named = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
      const outgoing = request({ port, host: '127.0.0.1', method, path, agent, headers: named }, (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve(
            answerOf(
              incoming.statusCode ?? 0,
              incoming.headers as Answer['headers'],
              Buffer.concat(parts).toString('utf8'),
            ),
          ),
        );
      });
      outgoing.on('error', reject);
      outgoing.end(bytes);
    });
  return Object.assign(call, { call, end: async () => agent.destroy() });
}

function answerOf(status: number, headers: Answer['headers'], text: string): Answer {
  const isJson = /json/.test(headers['content-type'] ?? '') && text !== '';
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
}
