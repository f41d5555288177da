import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { filled, filledIn, type TemplateValues } from '../vendor-file/template.js';
import { basicHeader } from '../vendor-file/vendor-credentials.js';
import type { VendorFile } from '../vendor-file/vendor-file.js';
import { healthyBody } from './simulated-lists.js';
import { setAt } from './set-at.js';
import { isGoodAssertion } from './simulated-assertion.js';

const tokenSeconds = 3600;

/** The vendor's side of the sign-in: whom it knows, and the tokens that it gave. */
export class SimulatedSignIn {
  private readonly tokens = new Map<string, number>();
  /** How many tokens were ever issued. */
  issued = 0;
  /** The only refresh token that is good now. */
  private refreshToken: string | undefined;

  constructor(
    private readonly file: VendorFile,
    private readonly settings: TemplateValues,
    private readonly now: () => number,
  ) {}

  /** Whether this is where tokens are requested. */
  isAsked({ pathname }: URL): boolean {
    const { sign_in: words } = this.file;
    if (words.type === 'json') return pathname === this.pathOf(words.request.url);
    return 'url' in words && pathname === this.pathOf(words.url);
  }

  /** The answer to a request for a token; null: it is for something else. */
  issue(request: IncomingMessage, url: URL, text: string): { readonly status: number; readonly body: unknown } | null {
    const { sign_in: words, answer } = this.file;
    if (!this.isAsked(url)) return null;
    if (words.type === 'json') {
      const { body: wanted = {}, form, headers = {} } = words.request;
      const given = form ? Object.fromEntries(new URLSearchParams(text)) : jsonOf(text || '{}');
      if (!isDeepStrictEqual(given, filledIn(form ?? wanted, this.settings))) return refusal;
      if (words.basic && request.headers.authorization !== basicHeader(words.basic, this.settings).authorization)
        return refusal;
      for (const [name, value] of Object.entries(headers))
        if (request.headers[name] !== filled(value, this.settings)) return refusal;
      const body = healthyBody(answer?.healthy ?? []);
      setAt(body, words.token, this.token());
      if (words.expires_in) setAt(body, words.expires_in, tokenSeconds);
      return { status: 200, body };
    }
    if (words.type === 'saml_bearer') {
      if (!isGoodAssertion(words, this.settings, text, this.now())) return refusal;
      return { status: 200, body: { access_token: this.token(), token_type: 'Bearer', expires_in: tokenSeconds } };
    }
    if (words.type !== 'client_credentials' && words.type !== 'refresh_token') return null;
    const form = new URLSearchParams(text);
    const id = filled(words.client_id, this.settings);
    const secret = filled(words.client_secret, this.settings);
    const basic = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;
    const isKnown =
      words.sent_in === 'form'
        ? form.get('client_id') === id && form.get('client_secret') === secret
        : request.headers.authorization === basic;
    if (!isKnown || form.get('grant_type') !== words.type) return refusal;
    const body = { access_token: this.token(), token_type: 'Bearer', expires_in: tokenSeconds };
    if (words.type === 'client_credentials') return { status: 200, body };
    if (form.get('refresh_token') !== (this.refreshToken ?? filled(words.refresh_token, this.settings)))
      return { status: 400, body: { error: 'invalid_grant' } };
    this.refreshToken = `simulated-refresh-${this.issued}`;
    return { status: 200, body: { ...body, refresh_token: this.refreshToken } };
  }

  knows({ headers }: IncomingMessage): boolean {
    const { sign_in: words } = this.file;
    if (words.type === 'basic') return headers.authorization === basicHeader(words, this.settings).authorization;
    if (words.type === 'header') return headers[words.header] === filled(words.value, this.settings);
    const { header, value } = (words.type === 'json' && words.sent_as) || {
      header: 'authorization',
      value: 'Bearer {token}',
    };
    return [...this.tokens].some(
      ([token, endsAt]) => endsAt > this.now() && headers[header] === filled(value, { ...this.settings, token }),
    );
  }

  /** All tokens end, as if somebody had revoked them. */
  revoke(): void {
    this.tokens.clear();
  }

  /** Somebody else uses the refresh token that is good now, and keeps the one that replaces it. */
  useElsewhere(): void {
    this.refreshToken = 'simulated-refresh-of-somebody-else';
  }

  /** An admin signs in once more: the refresh token of that sign-in. */
  signInAnew(): string {
    this.issued += 1;
    this.refreshToken = `simulated-refresh-of-sign-in-${this.issued}`;
    return this.refreshToken;
  }

  private token(): string {
    this.issued += 1;
    const token = `simulated-token-${this.issued}`;
    this.tokens.set(token, this.now() + tokenSeconds * 1000);
    return token;
  }

  private pathOf(url: string): string {
    return filled(url.replace(/^\{[a-z0-9_]+\}/, ''), this.settings, encodeURIComponent);
  }
}

const refusal = { status: 401, body: { error: { message: 'these credentials are not known' } } } as const;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
