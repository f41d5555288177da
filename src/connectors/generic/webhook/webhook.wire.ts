import { NotJson } from '../../../kernel/json/read-json.js';
import { strictJson } from '../../../provisioning/connector/vendor-record.js';

/** Senders' own limits are lower: Standard Webhooks advises 20 KB (https://www.standardwebhooks.com). */
export const mostBytes = 256 * 1024;

/** A message's names are the sender's; here it is only JSON, or the reason why it is not. */
export type WebhookMessage = { readonly message: unknown } | { readonly problem: string };

export function messageIn(body: Buffer): WebhookMessage {
  if (body.length > mostBytes) return { problem: `the body has more than ${mostBytes / 1024} KiB` };
  try {
    return { message: strictJson(body) };
  } catch (error) {
    if (error instanceof NotJson) return { problem: error.message };
    throw error;
  }
}
