import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/errors.js';
import { Settings } from '../../kernel/settings.js';

/** The prefix binds a cookie to this host alone: no sub-domain and no plain page can set it (RFC 6265bis, 4.1.3.2). */
const secureName = '__Host-usher';
const insecureName = 'usher';

const tokenForm = /^session_[\w-]{43}$/;
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** The header of every call by cookie: a foreign page would need a preflight for it, and none is ever granted. */
const pageHeader = 'x-usher-console';

/**
 * The console's session in a browser: a cookie that no script can read. It counts only for calls of our own pages, so
 * no other page can act with it; docs/security.md says why that needs no CSRF token.
 */
@Injectable()
export class SessionCookie {
  constructor(private readonly settings: Settings) {}

  /** The token of a call by cookie; undefined: the call has none. Throws where the cookie may not be used. */
  tokenOf(request: FastifyRequest): string | undefined {
    const name = this.nameFor(request);
    const values = name === undefined ? [] : cookiesNamed(name, request.headers.cookie);
    if (name === undefined || values.length === 0) return undefined;
    if (values.length > 1) throw new Problem('unauthenticated', `There are several cookies ${name}: clear the cookies`);
    const isStream = request.call.facts.isEventStream === true && request.method === 'GET';
    if (!isStream && request.headers[pageHeader] !== '1')
      throw new Problem('unauthenticated', 'A call with the cookie of the console needs the header X-Usher-Console: 1');
    if (!this.isProven(request, name))
      throw new Problem('unauthenticated', 'The cookie of the console counts only for calls of its own pages');
    return tokenForm.test(values[0]) ? values[0] : undefined;
  }

  /** What a sign-in replaces, to be ended and nothing else: such a call acts by what it proves, not by its cookie. */
  presentedIn(request: FastifyRequest): string[] {
    const name = this.nameFor(request);
    const values = name === undefined ? [] : cookiesNamed(name, request.headers.cookie);
    return values.filter((value) => tokenForm.test(value));
  }

  /** For signing in and out, which no other page may do either. Programs send neither header, and need no cookie. */
  requireOwnPage(request: FastifyRequest): void {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isForeign =
      site !== undefined ? site !== 'same-origin' : origin !== undefined && origin !== this.originOf(request);
    if (isForeign)
      throw new Problem('forbidden', 'People sign in on the pages of the console itself, not on another one');
    if (this.nameFor(request) === undefined)
      throw new Problem(
        'forbidden',
        'The console needs HTTPS: put TLS in front, name the proxy in USHER_TRUSTED_PROXIES and let it send ' +
          'X-Forwarded-Proto (or set USHER_BASE_URL). USHER_CONSOLE_INSECURE=true does without, and everybody on the ' +
          'way can read along',
      );
  }

  set(request: FastifyRequest, reply: FastifyReply, token: string): void {
    reply.header('set-cookie', this.cookie(request, token, ''));
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', this.cookie(request, '', '; Max-Age=0')).header('clear-site-data', '"cache", "storage"');
  }

  private cookie(request: FastifyRequest, value: string, ending: string): string {
    const name = this.nameFor(request) ?? secureName;
    return `${name}=${value}; Path=/${name === secureName ? '; Secure' : ''}; HttpOnly; SameSite=Strict${ending}`;
  }

  /** Browsers take plain HTTP to their own machine for safe; undefined: the cookie would go over the network openly. */
  private nameFor(request: FastifyRequest): string | undefined {
    if (this.originOf(request).startsWith('https:') || loopback.test(request.host)) return secureName;
    return this.settings.consoleInsecure ? insecureName : undefined;
  }

  /**
   * Whether one of our pages made the call. Browsers leave both headers out of a GET over plain HTTP, where the page's
   * header alone has to do, and SameSite for the event stream.
   */
  private isProven(request: FastifyRequest, name: string): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (site !== undefined) return site === 'same-origin';
    if (origin !== undefined) return origin === this.originOf(request);
    return name === insecureName && (request.method === 'GET' || request.method === 'HEAD');
  }

  /** The origin by which the browser knows us; behind a proxy the settings may have to tell. */
  originOf({ protocol, host: called }: FastifyRequest): string {
    const host = String(called).toLowerCase();
    const { baseUrl } = this.settings;
    const told = baseUrl === null ? undefined : new URL(baseUrl);
    return told?.host === host ? told.origin : `${protocol}://${host}`;
  }
}

function cookiesNamed(name: string, header: string | undefined): string[] {
  return (header ?? '')
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${name}=`))
    .map((each) => each.slice(name.length + 1));
}
