import { jsonOf } from '../../../kernel/http-client.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { VendorApi } from '../../../provisioning/connector/vendor-api.js';
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
  private readonly api: VendorApi;

  constructor(
    private readonly session: Pick<ConnectorSession<KisiSettings>, 'settings' | 'http' | 'clock' | 'chance' | 'log'>,
  ) {
    this.api = new VendorApi(session, {
      vendor: 'Kisi',
      limit: kisiLimit,
      secrets: [session.settings.api_key],
      said: wordsOf,
    });
  }

  async members(offset: number, signal: AbortSignal): Promise<MemberPage> {
    const { place_id: placeId } = this.session.settings;
    const query = new URLSearchParams({
      limit: String(largestPage),
      offset: String(offset),
      ...(placeId ? { place_id: placeId } : {}),
    });
    const { body, headers } = await this.get('members', `/members?${query.toString()}`, signal).catch(anotherServer);
    const total = /\/(\d+)$/.exec(headers['x-collection-range'] ?? '')?.[1];
    if (!Array.isArray(body) || total === undefined)
      throw new ConnectorProblem('upstream_broken', 'members: the answer is no list, or lacks X-Collection-Range');
    return { members: body as KisiMember[], total: Number(total) };
  }

  /** Undefined when there is no such member (any more). */
  async member(id: string, signal: AbortSignal): Promise<KisiMember | undefined> {
    try {
      return (await this.get('member', `/members/${encodeURIComponent(id)}`, signal)).body as KisiMember;
    } catch (error) {
      if (error instanceof ConnectorProblem && error.code === 'gone') return undefined;
      throw error;
    }
  }

  async integrations(signal: AbortSignal): Promise<readonly KisiIntegration[]> {
    const { body } = await this.get('integrations', `/integrations?limit=${largestPage}&offset=0`, signal);
    return Array.isArray(body) ? (body as KisiIntegration[]) : [];
  }

  private async get(
    operation: string,
    path: string,
    signal: AbortSignal,
  ): Promise<{ readonly body: object; readonly headers: Readonly<Record<string, string>> }> {
    const { base_url: base, api_key: key } = this.session.settings;
    const answer = await this.api.send(
      operation,
      {
        method: 'GET',
        url: `${base}${path}`,
        headers: { accept: 'application/json', authorization: `KISI-LOGIN ${key}` },
      },
      signal,
    );
    const body = jsonOf(answer);
    if (typeof body !== 'object' || body === null)
      throw new ConnectorProblem('upstream_broken', `${operation}: the answer is not JSON`);
    return { body, headers: answer.headers };
  }
}

function anotherServer(error: unknown): never {
  if (error instanceof ConnectorProblem && error.code === 'gone')
    throw new ConnectorProblem(
      'settings_invalid',
      'members: 404; base_url is probably not Kisi, or place_id none of its places',
    );
  throw error;
}

function wordsOf(body: unknown): string | undefined {
  const { message, error } = (body ?? {}) as { readonly message?: unknown; readonly error?: unknown };
  return [message, error].find((each) => typeof each === 'string') as string | undefined;
}
