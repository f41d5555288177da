import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is wrong with the provider's answers; nothing: an honest one. */
export interface Lies {
  readonly discovery?: object;
  /** The discovery document is somewhere else. */
  readonly redirects?: boolean;
  /** Bytes of a discovery document that does not end. */
  readonly flood?: number;
  readonly header?: object;
  readonly claims?: object;
  readonly answer?: Readonly<Record<string, string>>;
  /** Signed by a key that is not among the published ones. */
  readonly isForged?: boolean;
  /** No signature. */
  readonly isUnsigned?: boolean;
  readonly userinfo?: object;
  /** Its own trouble, said at the token endpoint. */
  readonly tokenStatus?: number;
}

/**
 * An OpenID provider at the wire that lies as it is told to, for what a certified one never does. Whoever comes is
 * signed in at once as `sub` lea.
 */
export class LyingProvider {
  lies: Lies = {};
  /** What the token endpoint was asked. */
  readonly asked: URLSearchParams[] = [];
  private readonly key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly nonces = new Map<string, string>();
  private server: Server;

  async start(): Promise<void> {
    this.server = createServer((request, response) => void this.answer(request, response));
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', () => resolve()));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer);
    const json = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        if (this.lies.redirects) return void response.writeHead(302, { location: '/elsewhere' }).end();
        if (this.lies.flood) return void response.end('x'.repeat(this.lies.flood));
        return void json(this.document());
      case '/elsewhere':
        return void json(this.document());
      case '/authorize': {
        const code = createHash('sha256').update(url.search).digest('base64url');
        this.nonces.set(code, url.searchParams.get('nonce') ?? '');
        const back = new URL(url.searchParams.get('redirect_uri') ?? '');
        const said = { code, state: url.searchParams.get('state') ?? '', iss: this.issuer, ...this.lies.answer };
        for (const [name, value] of Object.entries(said)) if (value) back.searchParams.set(name, value);
        return void response.writeHead(303, { location: back.href }).end();
      }
      case '/token': {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        this.asked.push(form);
        if (this.lies.tokenStatus) return void response.writeHead(this.lies.tokenStatus).end('Bad Gateway');
        const nonce = this.nonces.get(form.get('code') ?? '');
        return void json({ access_token: 'access', token_type: 'Bearer', id_token: this.idToken(nonce) });
      }
      case '/keys':
        return void json({
          keys: [{ ...this.key.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: '1' }],
        });
      case '/userinfo':
        return void json({ sub: 'lea', email: 'lea@example.com', email_verified: true, ...this.lies.userinfo });
      default:
        response.writeHead(404).end();
    }
  }

  private document(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      ...this.lies.discovery,
    };
  }

  private idToken(nonce: string | undefined): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: this.issuer, sub: 'lea', aud: 'usher', iat: now, exp: now + 300, nonce, ...this.lies.claims };
    const header = { alg: 'RS256', kid: '1', ...this.lies.header };
    const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    if (this.lies.isUnsigned) return `${text}.`;
    const { privateKey } = this.lies.isForged ? this.other : this.key;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  }
}
