import type { Clock } from '../../kernel/clock.js';
import type { OutboundRequest } from '../../kernel/http-client.js';
import { ClientCredentialsToken } from '../../provisioning/connector/client-credentials.js';
import { ConnectorProblem } from '../../provisioning/connector/connector-problem.js';
import { HeldToken, type IssuedToken } from '../../provisioning/connector/held-token.js';
import { pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import type { VendorApi } from '../../provisioning/connector/vendor-api.js';
import { filled, type TemplateValues } from './template.js';
import type { VendorRequest, VendorSignIn } from './vendor-file.js';

/** What is sent with each request, so that the vendor knows us. */
export class VendorCredentials {
  private readonly token: Pick<HeldToken, 'current' | 'forget'> | null;

  constructor(
    private readonly words: VendorSignIn,
    private readonly api: VendorApi,
    clock: Clock,
    private readonly values: TemplateValues,
    private readonly outbound: (request: VendorRequest) => OutboundRequest,
  ) {
    this.token = this.tokenBy(clock);
  }

  /** @throws ConnectorProblem credentials_refused */
  async headers(signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    const { words, values } = this;
    if (words.type === 'basic') return basicHeader(words, values);
    if (words.type === 'header') return { [words.header]: filled(words.value, values) };
    const token = await this.token!.current(signal);
    const { header, value } = (words.type === 'json' && words.sent_as) || {
      header: 'authorization',
      value: 'Bearer {token}',
    };
    return { [header]: filled(value, { ...values, token }) };
  }

  /** Whether there was a token that may have ended early. */
  forget(): boolean {
    this.token?.forget();
    return this.token !== null;
  }

  private tokenBy(clock: Clock): Pick<HeldToken, 'current' | 'forget'> | null {
    const { words, values } = this;
    if (words.type === 'json') return new HeldToken(clock, (signal) => this.issued(words, signal));
    if (words.type !== 'client_credentials') return null;
    return new ClientCredentialsToken(this.api, clock, {
      tokenUrl: this.outbound({ url: words.url }).url,
      clientId: filled(words.client_id, values),
      clientSecret: filled(words.client_secret, values),
      scope: words.scope && filled(words.scope, values),
      sentIn: words.sent_in,
    });
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
