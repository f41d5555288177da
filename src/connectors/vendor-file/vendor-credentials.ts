import type { OutboundRequest } from '../../kernel/http-client.js';
import { ClientCredentialsToken } from '../../provisioning/connector/client-credentials.js';
import { ConnectorProblem } from '../../provisioning/connector/connector-problem.js';
import { HeldToken, type IssuedToken, type TokenPlace } from '../../provisioning/connector/held-token.js';
import { pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import { RefreshedToken } from '../../provisioning/connector/refreshed-token.js';
import type { VendorApi } from '../../provisioning/connector/vendor-api.js';
import { rsaKeyIn, signedAssertion } from './saml-assertion.js';
import { filled, filledIn, type TemplateValues } from './template.js';
import type { VendorRequest, VendorSignIn } from './vendor-file.js';

export interface SentCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string | null;
}

/** What is sent with each request, so that the vendor knows us. */
export class VendorCredentials {
  private readonly token: Pick<HeldToken, 'current' | 'forget'> | null;

  constructor(
    private readonly words: VendorSignIn,
    private readonly api: VendorApi,
    place: TokenPlace,
    private readonly values: TemplateValues,
    private readonly outbound: (request: VendorRequest) => OutboundRequest,
  ) {
    this.token = this.tokenBy(place);
  }

  /**
   * The token is null where there is none.
   * @throws ConnectorProblem credentials_refused
   */
  async current(signal: AbortSignal): Promise<SentCredentials> {
    const { words, values } = this;
    if (words.type === 'basic') return { headers: basicHeader(words, values), token: null };
    if (words.type === 'header') return { headers: { [words.header]: filled(words.value, values) }, token: null };
    const token = await this.token!.current(signal);
    const { header, value } = (words.type === 'json' && words.sent_as) || {
      header: 'authorization',
      value: 'Bearer {token}',
    };
    return { headers: { [header]: filled(value, { ...values, token }) }, token };
  }

  /** It was refused before its end. */
  forget(token: string): void {
    this.token?.forget(token);
  }

  private tokenBy(place: TokenPlace): Pick<HeldToken, 'current' | 'forget'> | null {
    const { words, values } = this;
    if (words.type === 'json') {
      return new HeldToken(place, (signal) => this.issued(words, signal), { mostADay: words.most_a_day });
    }
    if (words.type === 'saml_bearer')
      return new HeldToken(place, (signal) => this.asserted(words, place.clock.milliseconds(), signal));
    if (words.type !== 'client_credentials' && words.type !== 'refresh_token') return null;
    const client = {
      tokenUrl: this.outbound({ url: words.url }).url,
      clientId: filled(words.client_id, values),
      clientSecret: filled(words.client_secret, values),
      scope: words.scope && filled(words.scope, values),
      sentIn: words.sent_in,
    };
    return words.type === 'refresh_token'
      ? new RefreshedToken(this.api, place, { ...client, refreshToken: filled(words.refresh_token, values) })
      : new ClientCredentialsToken(this.api, place, { ...client, mostADay: words.most_a_day });
  }

  private async asserted(
    words: Extract<VendorSignIn, { type: 'saml_bearer' }>,
    now: number,
    signal: AbortSignal,
  ): Promise<IssuedToken> {
    const values = filledIn(words, this.values) as typeof words;
    const { issuer, audience, user, attributes = {} } = values;
    const { url } = this.outbound({ url: words.url });
    const assertion = await signedAssertion(
      { issuer, audience, recipient: url, user, attributes },
      rsaKeyIn(values.private_key),
      now,
    );
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:saml2-bearer',
      client_id: words.client_id,
      ...words.form,
      assertion,
    };
    const request = { method: 'POST' as const, url: words.url, form };
    return this.issued({ type: 'json', request, token: '/access_token', expires_in: '/expires_in' }, signal);
  }

  private async issued(
    {
      request,
      basic,
      token: at,
      expires_in: expiresAt,
      lasts_seconds: usual = 0,
    }: Extract<VendorSignIn, { type: 'json' }>,
    signal: AbortSignal,
  ): Promise<IssuedToken> {
    const asked = this.outbound(request);
    const headers = { ...asked.headers, ...(basic ? basicHeader(basic, this.values) : {}) };
    const body = await this.api.json('sign-in', { ...asked, headers }, signal).catch(refused);
    const token = valueIn(body, pointerIn(at)!);
    if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8000}$/.test(token))
      throw new ConnectorProblem('credentials_refused', `sign-in: there is no token at "${at}" in the answer`);
    const life = expiresAt === undefined ? undefined : valueIn(body, pointerIn(expiresAt)!);
    const lifeSeconds = Number(life ?? usual);
    return { token, ...(lifeSeconds > 0 ? { lifeSeconds } : {}) };
  }
}

export function basicHeader(
  { username, password }: { readonly username: string; readonly password: string },
  values: TemplateValues,
): { readonly authorization: string } {
  const pair = `${filled(username, values)}:${filled(password, values)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** At the sign-in every refusal is about the credentials: no right of ours is tried yet. */
function refused(error: unknown): never {
  if (!(error instanceof ConnectorProblem)) throw error;
  const isRefused =
    error.code === 'credentials_refused' || error.details.status === 400 || error.details.status === 422;
  throw isRefused ? new ConnectorProblem('credentials_refused', error.message) : error;
}
