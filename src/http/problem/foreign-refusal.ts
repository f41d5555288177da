import { HttpException } from '@nestjs/common';

export interface Refusal {
  readonly status: number;
  readonly detail: string;
}

/** Refusals of Fastify, Nest and a database that is away, in our words; undefined for what nobody expected. */
export function foreignRefusal(error: unknown): Refusal | undefined {
  const code = textOf(error, 'code') || textOf(causeOf(error), 'code');
  if (isAway(code, error)) return { status: 503, detail: 'The database cannot be reached at the moment: try again shortly' };
  const status = error instanceof HttpException ? error.getStatus() : Number((error as { statusCode?: unknown } | undefined)?.statusCode);
  const detail = details[code] ?? details[status];
  if (detail) return { status, detail };
  return status >= 400 && status < 500 ? { status, detail: 'The request cannot be understood' } : undefined;
}

const details: Readonly<Record<string, string | undefined>> = {
  USHER_MALFORMED_JSON: 'The body is not valid JSON',
  USHER_CODED_BODY: 'Bodies are taken as they are: send it without Content-Encoding',
  400: 'The request cannot be understood',
  404: 'There is nothing at this path; /docs shows what there is',
  408: 'The request took too long to arrive',
  413: 'The body is too large for this call',
  414: 'The path is too long',
  415: 'Bodies are application/json',
  431: 'The headers are too large',
  503: 'The service is stopping: try again shortly',
};

/** SQLSTATE classes 08 (connection), 57P (shutdown) and 53300 (no more connections), or a socket's own error. */
function isAway(code: string, error: unknown): boolean {
  if (/^(08...|57P0[123]|53300)$/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE'].includes(code)) return true;
  // The driver gives these two no code.
  return error instanceof Error && (error.message.startsWith('timeout exceeded when trying to connect') || error.message.startsWith('Connection terminated'));
}

function textOf(error: unknown, name: string): string {
  const value = (error as Record<string, unknown> | undefined | null)?.[name];
  return typeof value === 'string' ? value : '';
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
