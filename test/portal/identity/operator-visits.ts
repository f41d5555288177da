import { createHash, randomBytes } from 'node:crypto';
import type { UsherWorld } from '../../api/usher-world.js';
import { SmallBrowser } from './small-browser.js';

/** Where a browser came back to, and what only whoever began has. */
export interface Visit {
  readonly back: URL;
  readonly verifier: string;
}

export const roles = {
  owner: '00000000-0000-7000-8000-000000000101',
  administrator: '00000000-0000-7000-8000-000000000102',
  reception: '00000000-0000-7000-8000-000000000103',
  auditor: '00000000-0000-7000-8000-000000000104',
} as const;

/** Operators who come by a provider of this organization. */
export class OperatorVisits {
  constructor(private readonly world: UsherWorld) {}

  address(providerId: string, verifier: string): string {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const query = new URLSearchParams({ challenge, return_to: '/console/in' });
    return `http://127.0.0.1:${this.world.port}/sign-in/${this.world.organizationId}/${providerId}?${query}`;
  }

  newVerifier(): string {
    return randomBytes(32).toString('base64url');
  }

  redeem({ back, verifier }: Visit, more: object = {}) {
    const body = { code: back.searchParams.get('code') ?? '', verifier, ...more };
    return this.world.ask('POST', '/sessions/provider', { token: null, body });
  }

  /** Through the pages of oidc-provider: who signs in, then whether Usher may know. */
  async throughOpenId(providerId: string, login: string): Promise<Visit> {
    const verifier = this.newVerifier();
    const browser = new SmallBrowser();
    const isBack = (url: string) => new URL(url).pathname === '/console/in';
    const asked = await browser.follow(await browser.open(this.address(providerId, verifier)), isBack);
    const consent = await browser.follow(await browser.submit(asked, { login, password: 'any' }), isBack);
    const last = consent.next ? consent : await browser.follow(await browser.submit(consent), isBack);
    return { back: new URL(last.next ?? 'http://nowhere'), verifier };
  }

  async byOpenId(providerId: string, login: string, more: object = {}) {
    return this.redeem(await this.throughOpenId(providerId, login), more);
  }

  byDirectory(providerId: string, username: string, password: string) {
    const body = { organization_id: this.world.organizationId, provider_id: providerId, username, password };
    return this.world.ask('POST', '/sessions/directory', { token: null, body });
  }
}
