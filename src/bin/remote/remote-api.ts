import type { components, paths } from '../../../clients/typescript/schema.js';
import type { ServiceProfile } from './profile.js';
import { RemoteProblem } from './remote-problem.js';

export type Api<Name extends keyof components['schemas']> = components['schemas'][Name];

type Method = 'get' | 'post' | 'patch';
/** What an operation answers when all is well. */
type Answered<Operation> = Operation extends { responses: infer Answers }
  ? Content<Answers[keyof Answers & (200 | 201)]>
  : never;
type Content<Answer> = Answer extends { content: infer Kinds } ? Kinds[keyof Kinds] : never;

interface Call {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
}

interface Refusal {
  readonly detail?: string;
  readonly title?: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

const patienceMilliseconds = 60_000;

/** The API of a service as the command line calls it, typed by the API's document. */
export class RemoteApi {
  constructor(
    private readonly profile: ServiceProfile,
    private readonly organizationId?: string,
  ) {}

  async call<Path extends keyof paths, Verb extends Method & keyof paths[Path]>(
    verb: Verb,
    path: Path,
    call: Call = {},
  ): Promise<Answered<paths[Path][Verb]>> {
    return (await (await this.send(verb, path, call)).json()) as Answered<paths[Path][Verb]>;
  }

  /** An answer that is no JSON: a file. */
  async file(path: keyof paths, call: Call): Promise<Buffer> {
    return Buffer.from(await (await this.send('get', path, call)).arrayBuffer());
  }

  private async send(verb: string, path: string, { path: places = {}, query = {}, body }: Call): Promise<Response> {
    const url = new URL(
      this.profile.url + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(places[name])),
    );
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const answer = await fetch(url, {
      method: verb.toUpperCase(),
      headers: {
        authorization: `Bearer ${this.profile.key}`,
        ...(this.organizationId ? { 'x-organization-id': this.organizationId } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMilliseconds),
    }).catch((error: unknown) => {
      throw unreachable(this.profile.url, error);
    });
    if (!answer.ok) throw await refusalOf(answer);
    return answer;
  }
}

function unreachable(url: string, error: unknown): RemoteProblem {
  const { cause, message } = error as Error;
  const why = (cause as { code?: string } | undefined)?.code ?? message;
  return new RemoteProblem(
    'unreachable',
    `Nothing answers at ${url} (${why})`,
    'is the service running, and is this its address? usher login <address> sets another one',
  );
}

async function refusalOf(answer: Response): Promise<RemoteProblem> {
  const refusal = (await answer.json().catch(() => ({}))) as Refusal;
  const errors = refusal.errors ?? [];
  // Of one field alone the sentence says it all.
  const listed = errors.length > 1 ? errors : [];
  const fields = listed.map(({ pointer, detail }) => `  ${pointer.replace(/^#?\//, '')}: ${detail}`);
  const words = [refusal.detail ?? refusal.title ?? `The service answered ${answer.status}`, ...fields].join('\n');
  if (answer.status === 401)
    return new RemoteProblem('not allowed', words, 'usher login <address> takes a key that works');
  if (answer.status === 403)
    return new RemoteProblem('not allowed', words, 'use a key with that permission: usher login, or USHER_API_KEY');
  if (answer.status === 429 || answer.status === 503)
    return new RemoteProblem('refused', words, `try again in ${answer.headers.get('retry-after') ?? 'some'} seconds`);
  return new RemoteProblem('refused', words);
}
