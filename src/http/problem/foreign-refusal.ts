import { HttpException } from '@nestjs/common';
import { type DatabaseRefusal, DatabaseUnavailable } from '../../kernel/database-unavailable.js';

export interface Refusal {
  readonly status: number;
  readonly detail: string;
  readonly retryAfterSeconds?: number;
}

/** What a person has to fix takes longer than what passes by itself. */
const [shortlySeconds, laterSeconds] = [5, 60];

const ofDatabase: Readonly<Record<DatabaseRefusal, Pick<Refusal, 'detail' | 'retryAfterSeconds'>>> = {
  unreachable: {
    detail: 'The database cannot be reached at the moment: try again shortly',
    retryAfterSeconds: shortlySeconds,
  },
  out_of_connections: {
    detail: 'The database has no connection left at the moment: try again shortly',
    retryAfterSeconds: shortlySeconds,
  },
  stopping: { detail: 'The database is starting or stopping: try again shortly', retryAfterSeconds: shortlySeconds },
  read_only: {
    detail: 'The database takes no changes at the moment; nothing was changed. Try again later',
    retryAfterSeconds: shortlySeconds,
  },
  disk_full: {
    detail: 'The disk of the database is full; nothing was changed. Try again later',
    retryAfterSeconds: laterSeconds,
  },
  out_of_memory: {
    detail: 'The database is at a limit of its memory or configuration; nothing was changed. Try again later',
    retryAfterSeconds: laterSeconds,
  },
  failing: {
    detail: 'The database cannot read or write its files; nothing was changed. Try again later',
    retryAfterSeconds: laterSeconds,
  },
  prepared_statements_lost: {
    detail: 'The database is reached through a pooler that loses statements; nothing was changed. Try again later',
    retryAfterSeconds: laterSeconds,
  },
};

/**
 * Refusals by Fastify, by Nest, and by a database that can do nothing at present, in our words; undefined for
 * unexpected errors.
 */
export function foreignRefusal(error: unknown): Refusal | undefined {
  const unavailable = unavailableIn(error);
  if (unavailable) return { status: 503, ...ofDatabase[unavailable.refusal] };
  const code = textOf(error, 'code') || textOf(causeOf(error), 'code');
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : Number((error as { statusCode?: unknown } | undefined)?.statusCode);
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

/** The database's own error, or what it was wrapped in on the way. */
function unavailableIn(error: unknown): DatabaseUnavailable | undefined {
  return [error, causeOf(error)].find((each) => each instanceof DatabaseUnavailable);
}

function textOf(error: unknown, name: string): string {
  const value = (error as Record<string, unknown> | undefined | null)?.[name];
  return typeof value === 'string' ? value : '';
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
