import type { Directory, Happening } from './directory.js';

/** What a token of a round holds; to clients it is opaque. */
interface Round {
  readonly resource: 'users' | 'groups';
  readonly select: readonly string[];
  readonly ids: readonly string[] | null;
  /** Happenings before this one were told. */
  readonly from: number;
  /** Of a page: the round ends before this one. */
  readonly to?: number;
  readonly issuedAt: number;
  /** An empty page in between was given. */
  readonly isPaused?: boolean;
}

export const daySeconds = 86_400;
const lifeMilliseconds = 7 * daySeconds * 1000;

/**
 * Rounds of changes as https://learn.microsoft.com/graph/delta-query-overview has them: whoever changed twice comes
 * twice, a page may be empty and not the last, a token lives seven days.
 */
export class DeltaRounds {
  /** The most of a page. */
  largestPage = 20;
  /** Every round has a page without anything before its second one. */
  hasEmptyPages = true;
  /** 410 with the place to begin anew, or 400 as older pages have it. */
  expiredStatus: 400 | 410 = 400;
  /** All links that somebody has are too old. */
  areExpired = false;

  constructor(
    private readonly directory: Directory,
    private readonly clock: { milliseconds(): number },
    private readonly url: () => string,
  ) {}

  /** Of a link that somebody has: where rounds begin, for a test that needs one of an earlier time. */
  linkFromNow(resource: Round['resource'], select: string, ids: readonly string[] | null = null): string {
    return this.link('deltatoken', {
      resource,
      select: select.split(','),
      ids,
      from: this.directory.happenings.length,
      issuedAt: this.clock.milliseconds(),
    });
  }

  answer(resource: Round['resource'], query: URLSearchParams): { readonly status: number; readonly body: object } {
    for (const name of ['$top', '$orderby', '$expand'])
      if (query.has(name)) return refused(400, 'Request_UnsupportedQuery', `${name} is not supported`);
    const token = query.get('$skiptoken') ?? query.get('$deltatoken');
    const round = token === null || token === 'latest' ? this.begun(resource, query) : read(token);
    if (!round) return refused(400, 'Request_BadRequest', 'Badly formed token.');
    if (token !== 'latest' && (this.areExpired || this.clock.milliseconds() - round.issuedAt > lifeMilliseconds))
      return refused(
        this.expiredStatus,
        'syncStateNotFound',
        'The sync state generation is not found. The delta token is expired and data must be synchronized again.',
      );
    if (token === 'latest') return this.page([], { ...round, from: this.directory.happenings.length });
    return this.told(round);
  }

  private begun(resource: Round['resource'], query: URLSearchParams): Round | undefined {
    const ids = [...(query.get('$filter') ?? '').matchAll(/id eq '([^']+)'/g)].map(([, id]) => id);
    if (ids.length > 50) return undefined;
    const select = (query.get('$select') ?? 'displayName').split(',');
    return { resource, select, ids: ids.length > 0 ? ids : null, from: 0, issuedAt: this.clock.milliseconds() };
  }

  private told(round: Round): { readonly status: number; readonly body: object } {
    const to = round.to ?? this.directory.happenings.length;
    const told: Happening[] = [];
    let at = round.from;
    for (; at < to && told.length < this.largestPage; at += 1) {
      const happening = this.directory.happenings[at];
      if (concerns(round, happening)) told.push(happening);
    }
    const items = told.map((happening) => this.item(round, happening));
    if (at >= to) return this.page(items, { ...round, from: to, to: undefined, issuedAt: this.clock.milliseconds() });
    if (this.hasEmptyPages && !round.isPaused && round.from > 0 && round.to !== undefined)
      return this.page([], { ...round, to, isPaused: true });
    return this.page(items, { ...round, from: at, to, isPaused: false });
  }

  private page(value: readonly object[], next: Round): { readonly status: number; readonly body: object } {
    const link =
      next.to === undefined
        ? { '@odata.deltaLink': this.link('deltatoken', next) }
        : { '@odata.nextLink': this.link('skiptoken', next) };
    return { status: 200, body: { '@odata.context': `${this.url()}/v1.0/$metadata#${next.resource}`, ...link, value } };
  }

  private item({ select }: Round, { resource, id, member }: Happening): object {
    if (resource === 'groups') {
      const group = this.directory.groups.get(id)!;
      if (group.state === 'gone') return { id, '@removed': { reason: 'deleted' } };
      const type = member && (this.directory.groups.has(member.id) ? 'group' : 'user');
      return {
        id,
        displayName: group.displayName,
        ...(member && {
          'members@delta': [
            {
              '@odata.type': `#microsoft.graph.${type}`,
              id: member.id,
              ...(member.isRemoved && { '@removed': { reason: 'deleted' } }),
            },
          ],
        }),
      };
    }
    const person = this.directory.people.get(id)!;
    if (person.state !== 'there')
      return { id, '@removed': { reason: person.state === 'gone' ? 'deleted' : 'changed' } };
    return { id, ...selected(person.properties, select) };
  }

  private link(name: string, round: Round): string {
    const token = Buffer.from(JSON.stringify(round)).toString('base64url');
    return `${this.url()}/v1.0/${round.resource}/delta?$${name}=${token}`;
  }
}

/** What was never set is left out. */
export function selected(properties: Readonly<Record<string, unknown>>, select: readonly string[]): object {
  return Object.fromEntries(select.filter((name) => name in properties).map((name) => [name, properties[name]]));
}

function concerns({ resource, select, ids }: Round, happening: Happening): boolean {
  if (happening.resource !== resource || (ids && !ids.includes(happening.id))) return false;
  return happening.properties === null || happening.properties.some((name) => select.includes(name));
}

function read(token: string): Round | undefined {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as Round;
  } catch {
    return undefined;
  }
}

export function refused(
  status: number,
  code: string,
  message: string,
): { readonly status: number; readonly body: object } {
  return { status, body: { error: { code, message, innerError: { 'request-id': '7f3b' } } } };
}
