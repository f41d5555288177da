import { lookup as resolveName, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { HttpService } from '@nestjs/axios';
import { Injectable } from '@nestjs/common';
import { AxiosError } from 'axios';
import ipaddr from 'ipaddr.js';
import { firstValueFrom } from 'rxjs';
import { HttpClient, OutboundFailure, type OutboundRequest, type OutboundResponse } from './http-client.js';

const agentOptions = { keepAlive: true, maxSockets: 32, timeout: 60_000 };
const neverArrived = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EBLOCKED']);

@Injectable()
export class AxiosHttpClient extends HttpClient {
  private readonly agents: { httpAgent: http.Agent; httpsAgent: https.Agent };

  constructor(private readonly axios: HttpService, private readonly settings: { allowPrivateTargets: boolean }) {
    super();
    const lookup = settings.allowPrivateTargets ? undefined : publicLookup;
    this.agents = { httpAgent: new http.Agent({ ...agentOptions, lookup }), httpsAgent: new https.Agent({ ...agentOptions, lookup }) };
  }

  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const host = new URL(request.url).hostname.replace(/^\[|\]$/g, '');
    if (!this.settings.allowPrivateTargets && isIP(host) && !isPublic(host)) throw blocked(host);
    try {
      const answer = await firstValueFrom(this.axios.request<ArrayBuffer>({
        ...this.agents,
        method: request.method,
        url: request.url,
        headers: { ...request.headers },
        data: request.body,
        transformRequest: (data: unknown) => data,
        responseType: 'arraybuffer',
        timeout: request.timeoutMilliseconds ?? 10_000,
        maxRedirects: 0,
        proxy: false,
        maxContentLength: request.maximumBytes ?? 16 * 2 ** 20,
        signal: request.signal,
        validateStatus: () => true,
      }));
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(answer.headers)) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
      return { status: answer.status, headers, body: Buffer.from(answer.data) };
    } catch (error) {
      throw asFailure(error, host);
    }
  }
}

function asFailure(error: unknown, host: string): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const code = error instanceof AxiosError ? (error.code ?? '') : '';
  const cause = { cause: error };
  if (code === 'EBLOCKED') return blocked(host);
  if (code === 'ERR_CANCELED') return new OutboundFailure('aborted', `The request to ${host} was given up`, true, cause);
  if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return new OutboundFailure('timeout', `${host} did not answer in time`, true, cause);
  if (error instanceof Error && error.message.includes('maxContentLength')) return new OutboundFailure('too_large', `${host} answered more than the limit`, true, cause);
  return new OutboundFailure('unreachable', `${host} cannot be reached${code ? ` (${code})` : ''}`, !neverArrived.has(code), cause);
}

function blocked(host: string): OutboundFailure {
  return new OutboundFailure('blocked_address', `${host} is a private or local address; USHER_ALLOW_PRIVATE_TARGETS permits those`, false);
}

/** Only global unicast counts as public: private, loopback, link-local, carrier-grade NAT and the like do not. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast';
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** Checked where the socket gets its address, so a name that resolves differently a moment later gains nothing. */
function publicLookup(hostname: string, options: { all?: boolean }, callback: LookupCallback): void {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const allowed = addresses.filter(({ address }) => isPublic(address));
    if (allowed.length === 0) return callback(Object.assign(new Error(`${hostname} has no public address`), { code: 'EBLOCKED' }), '');
    if (options.all) return callback(null, allowed);
    return callback(null, allowed[0].address, allowed[0].family);
  });
}
