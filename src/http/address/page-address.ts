import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../kernel/settings.js';

/** Where pages of this installation are: USHER_BASE_URL, or else as the caller addressed us. No slash at the end. */
export function pageBaseOf({ baseUrl }: Pick<Settings, 'baseUrl'>, { protocol, host }: FastifyRequest): string {
  return baseUrl?.replace(/\/+$/, '') ?? `${protocol}://${host}`;
}
