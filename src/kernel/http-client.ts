/** A request to the outside. `url` is absolute; `body` is sent unchanged. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** For the whole exchange. Default: 10 s of silence, one minute in total. */
  readonly timeoutMilliseconds?: number;
  /** A larger answer is cut off as `too_large`. Default: 16 MiB. */
  readonly maximumBytes?: number;
  readonly signal?: AbortSignal;
  /** PEM: the authority that is trusted besides the usual ones, or the very certificate that the other side shows. */
  readonly caCertificate?: string;
}

export interface OutboundResponse {
  readonly status: number;
  /** Names in lower case; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type OutboundFailureReason = 'unreachable' | 'timeout' | 'blocked_address' | 'too_large' | 'aborted';

/** No answer came. `mayHaveArrived`: the request may have reached the other side, so its effect is unknown. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure';

  constructor(
    readonly reason: OutboundFailureReason,
    message: string,
    readonly mayHaveArrived: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * The only way out over HTTP. Every status is an answer, not an error. Redirects are not followed. After name
 * resolution, private, loopback and link-local addresses are refused unless the deployment allows them.
 */
export abstract class HttpClient {
  /** @throws OutboundFailure when there is no answer. */
  abstract request(request: OutboundRequest): Promise<OutboundResponse>;
}

/** Undefined when the body is not JSON. */
export function jsonOf(response: OutboundResponse): unknown {
  try {
    return JSON.parse(response.body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
