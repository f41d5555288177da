import { X509Certificate } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { checkServerIdentity, rootCertificates } from 'node:tls';
import { HttpService } from '@nestjs/axios';
import { Injectable } from '@nestjs/common';
import { AxiosError } from 'axios';
import { LRUCache } from 'lru-cache';
import { firstValueFrom } from 'rxjs';
import { HttpClient, OutboundFailure, type OutboundRequest, type OutboundResponse } from './http-client.js';
import { blockedAddress, Reach, type Resolve } from './reach.js';

// Per host and port. Tenants share hosts: a slow one must leave sockets for the others.
const agentOptions = { keepAlive: true, maxSockets: 256, timeout: 60_000 };
/** A socket timeout counts silence only, so an answer that trickles in would never time out. */
const [longestSilenceMilliseconds, longestExchangeMilliseconds] = [10_000, 60_000];
const neverArrived = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', blockedAddress]);

@Injectable()
export class AxiosHttpClient extends HttpClient {
  private readonly agents: { httpAgent: http.Agent; httpsAgent: https.Agent };

  /** By the certificate that they trust. */
  private readonly trusting = new LRUCache<string, https.Agent>({ max: 200, dispose: (agent) => agent.destroy() });
  private readonly reach: Reach;

  constructor(
    private readonly axios: HttpService,
    settings: { allowPrivateTargets: boolean },
    resolve?: Resolve,
  ) {
    super();
    this.reach = new Reach(settings, resolve);
    const { lookup } = this.reach;
    this.agents = {
      httpAgent: new http.Agent({ ...agentOptions, lookup }),
      httpsAgent: new https.Agent({ ...agentOptions, lookup }),
    };
  }

  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const host = new URL(request.url).hostname.replace(/^\[|\]$/g, '');
    if (!this.reach.allows(host)) throw blocked(host);
    const { timeoutMilliseconds, signal, caCertificate } = request;
    const patience = new Patience(timeoutMilliseconds ?? longestExchangeMilliseconds, signal);
    try {
      const answer = await firstValueFrom(
        this.axios.request<ArrayBuffer>({
          ...this.agents,
          ...(caCertificate === undefined ? {} : { httpsAgent: this.agentTrusting(caCertificate) }),
          method: request.method,
          url: request.url,
          headers: { ...request.headers },
          data: request.body,
          transformRequest: (data: unknown) => data,
          responseType: 'arraybuffer',
          timeout: timeoutMilliseconds ?? longestSilenceMilliseconds,
          maxRedirects: 0,
          proxy: false,
          maxContentLength: request.maximumBytes ?? 16 * 2 ** 20,
          signal: patience.signal,
          validateStatus: () => true,
        }),
      );
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(answer.headers))
        headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
      return { status: answer.status, headers, body: Buffer.from(answer.data) };
    } catch (error) {
      throw patience.isOver ? tooSlow(host, { cause: error }) : asFailure(error, host);
    } finally {
      patience.end();
    }
  }

  private agentTrusting(caCertificate: string): https.Agent {
    const known = this.trusting.get(caCertificate);
    if (known) return known;
    const agent = new https.Agent({
      ...agentOptions,
      lookup: this.reach.lookup,
      ca: [...rootCertificates, caCertificate],
      // The makers' own certificates name no host that anybody calls: then it has to be this very one.
      checkServerIdentity: (host, shown) =>
        isSameCertificate(caCertificate, shown.raw) ? undefined : checkServerIdentity(host, shown),
    });
    this.trusting.set(caCertificate, agent);
    return agent;
  }
}

function isSameCertificate(pem: string, raw: Buffer): boolean {
  try {
    return new X509Certificate(pem).raw.equals(raw);
  } catch {
    return false;
  }
}

/**
 * Ends an exchange when its time is up or the caller gives up. Written by hand: AbortSignal.timeout and .any hold on to
 * parts of every exchange until long after it ended.
 */
class Patience {
  isOver = false;
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly giveUp = () => this.controller.abort();

  constructor(
    milliseconds: number,
    private readonly asker: AbortSignal | undefined,
  ) {
    this.timer = setTimeout(() => {
      this.isOver = !this.controller.signal.aborted;
      this.giveUp();
    }, milliseconds);
    if (asker?.aborted) this.giveUp();
    asker?.addEventListener('abort', this.giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    clearTimeout(this.timer);
    this.asker?.removeEventListener('abort', this.giveUp);
  }
}

function asFailure(error: unknown, host: string): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const code = error instanceof AxiosError ? (error.code ?? '') : '';
  const cause = { cause: error };
  if (code === blockedAddress) return blocked(host);
  if (code === 'ERR_CANCELED')
    return new OutboundFailure('aborted', `The request to ${host} was given up`, true, cause);
  if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return tooSlow(host, cause);
  if (error instanceof Error && error.message.includes('maxContentLength'))
    return new OutboundFailure('too_large', `${host} answered more than the limit`, true, cause);
  return new OutboundFailure(
    'unreachable',
    `${host} cannot be reached${code ? ` (${code})` : ''}`,
    !neverArrived.has(code),
    cause,
  );
}

function tooSlow(host: string, options: ErrorOptions): OutboundFailure {
  return new OutboundFailure('timeout', `${host} did not answer in time`, true, options);
}

function blocked(host: string): OutboundFailure {
  return new OutboundFailure(
    'blocked_address',
    `${host} is a private or local address; USHER_ALLOW_PRIVATE_TARGETS permits those`,
    false,
  );
}
