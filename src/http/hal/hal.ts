import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListQuery } from '../list/list-query.js';
import { etagOf } from '../etag/etag.js';

export interface HalLink {
  readonly href: string;
}

/** A record in an answer: its own fields and its address. */
export type Resource<Record extends object> = Record & { readonly _links: { readonly self: HalLink } };

/** One page of a collection. Links that would lead nowhere are absent. */
export interface HalPage<Record extends object> {
  readonly _embedded: { readonly [resource: string]: readonly Resource<Record>[] };
  readonly page: number;
  readonly page_size: number;
  readonly page_count: number;
  readonly total_items: number;
  readonly _links: {
    readonly self: HalLink;
    readonly first?: HalLink;
    readonly last?: HalLink;
    readonly next?: HalLink;
    readonly prev?: HalLink;
  };
}

export const halMediaType = 'application/hal+json';

/** Builds answers in application/hal+json for one call; hrefs keep the caller's form of address. */
export class Hal {
  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {}

  /** `href('users', id)` or `href('users')`, in the caller's form. */
  href(...segments: readonly string[]): string {
    return `${this.request.call.base}/${segments.join('/')}`;
  }

  /** A single record at `/<path>/<id>`. With its `revision`, the answer has an ETag (and 304 and If-Match work). */
  resource<Record extends { readonly id: string }>(path: string, record: Record, revision?: number): Resource<Record> {
    this.reply.header('content-type', halMediaType);
    if (revision !== undefined)
      this.reply.header('etag', etagOf(revision)).header('cache-control', 'private, no-cache');
    return linked(record, this.href(path, record.id));
  }

  /** As `resource`, for a record that also shows its state: that changes without the revision, so there is no 304. */
  living<Record extends { readonly id: string }>(path: string, record: Record, revision: number): Resource<Record> {
    const resource = this.resource(path, record, revision);
    this.reply.header('cache-control', 'no-store');
    return resource;
  }

  /** As `resource`, for a record that this call created: adds its Location. */
  created<Record extends { readonly id: string }>(path: string, record: Record, revision?: number): Resource<Record> {
    const resource = this.resource(path, record, revision);
    // A new record may carry a secret that is shown only this once.
    this.reply.header('location', this.href(path, record.id)).header('cache-control', 'no-store');
    return resource;
  }

  /** An answer that is no record of a collection, with its own address: `about(answer, 'runs', id, 'summary')`. */
  about<Answer extends object>(answer: Answer, ...segments: readonly string[]): Resource<Answer> {
    return this.linked({ ...answer, _links: { self: { href: this.href(...segments) } } });
  }

  /** An answer that has its links already. */
  linked<Answer extends { readonly _links: object }>(answer: Answer): Answer {
    this.reply.header('content-type', halMediaType);
    return answer;
  }

  /** One page of `records` with addresses `/<path>/<id>`, embedded under the path in snake_case. */
  page<Record extends { readonly id: string }>(
    path: string,
    list: ListQuery,
    records: readonly Record[],
    totalItems: number,
  ): HalPage<Record> {
    return this.collection(
      path.replaceAll('-', '_'),
      list,
      records.map((each) => linked(each, this.href(path, each.id))),
      totalItems,
    );
  }

  /** One page of `records` embedded under `name`, with their own links. */
  collection<Item extends object>(
    name: string,
    list: ListQuery,
    records: readonly Resource<Item>[],
    totalItems: number,
  ): HalPage<Item> {
    const pageCount = Math.ceil(totalItems / list.pageSize);
    const to = (page: number): HalLink => ({ href: this.pageHref(list, page) });
    this.reply.header('content-type', halMediaType);
    return {
      _embedded: { [name]: records },
      page: list.page,
      page_size: list.pageSize,
      page_count: pageCount,
      total_items: totalItems,
      _links: {
        self: { href: this.selfHref() },
        ...(pageCount > 0 ? { first: to(1), last: to(pageCount) } : {}),
        ...(list.page < pageCount ? { next: to(list.page + 1) } : {}),
        ...(list.page > 1 && pageCount > 0 ? { prev: to(Math.min(list.page - 1, pageCount)) } : {}),
      },
    };
  }

  private selfHref(): string {
    return this.request.call.base + this.urlCalled();
  }

  private urlCalled(): string {
    const { called, url } = this.request.call.address;
    return called ?? url;
  }

  /** All parameters as given, except the page. */
  private pageHref({ parameters }: ListQuery, page: number): string {
    const kept = parameters
      .filter(([name]) => name !== 'page')
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    const path = this.urlCalled().split('?', 1)[0];
    return `${this.request.call.base}${path}?${[...kept, `page=${page}`].join('&')}`;
  }
}

/**
 * The record is made for this answer: its link is put on it, since copying the rows of a page costs more than the rest.
 */
function linked<Record extends object>(record: Record, href: string): Resource<Record> {
  return Object.assign(record, { _links: { self: { href } } });
}
