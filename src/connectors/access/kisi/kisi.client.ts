import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { goneIsNone, goneIsWrong, RestApi, type RestSession } from '../../../provisioning/connector/rest-api.js';
import type { KisiSettings } from './kisi.settings.js';
import { largestPage, type KisiIntegration, type KisiMember } from './kisi.wire.js';

/** Kisi publishes no rate limit; this pace lists ten thousand members in 20 s. */
export const kisiLimit = { requests: 60, windowSeconds: 10 };

export interface MemberPage {
  readonly members: readonly KisiMember[];
  /** Total of the whole list, from the header X-Collection-Range. */
  readonly total: number;
}

/** Kisi's API: GET only, an API key, pages by offset. */
export class KisiClient {
  private readonly api: RestApi;
  private readonly place: Readonly<Record<string, string>>;

  constructor({ settings, ...session }: RestSession & Pick<ConnectorSession<KisiSettings>, 'settings'>) {
    const { base_url: baseUrl, api_key: key, place_id: placeId } = settings;
    this.api = new RestApi(session, {
      vendor: 'Kisi',
      limit: kisiLimit,
      secrets: [key],
      said: wordsOf,
      baseUrl,
      headers: { authorization: `KISI-LOGIN ${key}` },
    });
    this.place = placeId ? { place_id: placeId } : {};
  }

  async members(offset: number, signal: AbortSignal): Promise<MemberPage> {
    const query = { limit: String(largestPage), offset: String(offset), ...this.place };
    const { body, headers } = await this.api
      .ask('members', { path: '/members', query }, signal)
      .catch(goneIsWrong('members: 404; base_url is probably not Kisi, or place_id none of its places'));
    const total = /\/(\d+)$/.exec(headers['x-collection-range'] ?? '')?.[1];
    if (!Array.isArray(body) || total === undefined)
      throw new ConnectorProblem('upstream_broken', 'members: the answer is no list, or lacks X-Collection-Range');
    return { members: body as KisiMember[], total: Number(total) };
  }

  /** Undefined when there is no such member (any more). */
  member(id: string, signal: AbortSignal): Promise<KisiMember | undefined> {
    return this.api.get<KisiMember>('member', `/members/${encodeURIComponent(id)}`, signal).catch(goneIsNone);
  }

  async integrations(signal: AbortSignal): Promise<readonly KisiIntegration[]> {
    const query = { limit: String(largestPage), offset: '0' };
    const body = await this.api.get('integrations', '/integrations', signal, query);
    return Array.isArray(body) ? (body as KisiIntegration[]) : [];
  }
}

function wordsOf(body: unknown): string | undefined {
  const { message, error } = (body ?? {}) as { readonly message?: unknown; readonly error?: unknown };
  return [message, error].find((each) => typeof each === 'string') as string | undefined;
}
