/** A request to the outside. `url` is absolute; `body` is sent as it is. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Whole exchange. Without it 10 s of silence, and a minute in all. */
  readonly timeoutMilliseconds?: number;
  /** Answers above this are cut off as `too_large`; 16 MiB by default. */
  readonly maximumBytes?: number;
  readonly signal?: AbortSignal;
}

export interface OutboundResponse {
  readonly status: number;
  /** Lower-case names; repeated headers joined by comma. */
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
 * The only way out over HTTP. Every status is an answer, not an error; redirects are not followed; private, loopback
 * and link-local addresses are refused after name resolution unless the deployment allows them.
 */
export abstract class HttpClient {
  /** @throws OutboundFailure when there is no answer. */
  abstract request(request: OutboundRequest): Promise<OutboundResponse>;
}

/** Undefined when the body is no JSON. */
export function jsonOf(response: OutboundResponse): unknown {
  try {
    return JSON.parse(response.body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
