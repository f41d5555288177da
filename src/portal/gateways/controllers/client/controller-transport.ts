import type { ControllerSettings } from '../../../../console/gateways/controller-settings.js';
import type { Clock } from '../../../../kernel/clock.js';
import { type HttpClient, jsonOf, OutboundFailure, type OutboundResponse } from '../../../../kernel/http-client.js';
import { retryAfterSeconds } from '../../../../kernel/retry-policy.js';
import { ControllerProblem } from './controller.js';

/** A guest waits. */
const timeoutMilliseconds = 5_000;
/** Of an answer of a controller: a list of its sites, at most. */
const maximumBytes = 2 ** 21;

export interface ControllerRequest {
  readonly method: 'GET' | 'POST';
  /** From the root of the controller on. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface ControllerAnswer {
  readonly status: number;
  readonly headers: OutboundResponse['headers'];
  /** Undefined: it is no JSON. */
  readonly json: unknown;
}

/** HTTP to one controller. Statuses that say what to do about them are problems; all others are answers. */
export class ControllerTransport {
  constructor(
    private readonly settings: ControllerSettings,
    private readonly http: HttpClient,
    private readonly clock: Clock,
  ) {}

  async send({ method, path, headers, body }: ControllerRequest): Promise<ControllerAnswer> {
    const { url, ca_certificate: caCertificate } = this.settings;
    const answer = await this.http
      .request({
        method,
        url: `${url}${path}`,
        headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
        ...(caCertificate === undefined ? {} : { caCertificate }),
        timeoutMilliseconds,
        maximumBytes,
      })
      .catch((error: unknown) => {
        throw error instanceof OutboundFailure ? new ControllerProblem('unreachable', error.message) : error;
      });
    const { status } = answer;
    if (status === 429) {
      const seconds = retryAfterSeconds(answer.headers, this.clock.milliseconds());
      throw new ControllerProblem('rate_limited', 'the controller asks to be left alone (429)', seconds);
    }
    if (status >= 500) throw new ControllerProblem('upstream_broken', `the controller answers ${status}`);
    return { status, headers: answer.headers, json: jsonOf(answer) };
  }
}

/** `name=value; …` of what the answer sets: headers of one name come joined by commas, and dates have commas, too. */
export function cookiesSet(headers: ControllerAnswer['headers']): ReadonlyMap<string, string> {
  const parts = (headers['set-cookie'] ?? '').split(/,\s*(?=[\w!#$%&'*+.^`|~-]+=)/);
  return new Map(
    parts.flatMap((part) => {
      const [, name, value] = /^\s*([^=;\s]+)=([^;]*)/.exec(part) ?? [];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}
