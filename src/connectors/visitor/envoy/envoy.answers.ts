import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import type { AccessAnswer, Answers } from '../../../provisioning/connector/answers.js';
import type { EnvoyClient } from './envoy.client.js';
import { envelopeOf, jobIdOf } from './envoy.envelope.js';
import type { EnvoySettings } from './envoy.settings.js';
import type { EnvoyWebhooks } from './envoy.webhooks.js';
import type { EnvoyJobUpdate } from './envoy.wire.js';

/**
 * Credentials appear at the entry in Envoy's dashboard, where reception reads them out; badge and kiosk show no
 * attachments.
 */
export class EnvoyAnswers implements Answers {
  constructor(
    private readonly client: EnvoyClient,
    private readonly webhooks: EnvoyWebhooks,
    private readonly settings: EnvoySettings,
  ) {}

  awaits({ body }: StoredMessage): boolean {
    const envelope = envelopeOf(body);
    return envelope !== undefined && this.webhooks.isUnderWay(envelope);
  }

  async answer(news: AccessAnswer, signal: AbortSignal): Promise<boolean> {
    const jobId = news.message && this.settings.show_credentials ? jobIdOf(news.message.body) : undefined;
    if (!jobId) return false;
    await this.client.updateJob(jobId, updateOf(news), signal);
    return true;
  }
}

/** Reports the outcome of a job. Repeating it changes nothing. */
function updateOf({ outcome, credentials, reason }: AccessAnswer): EnvoyJobUpdate {
  if (outcome === 'failed') return { status: 'failed', failure_reason: reason ?? 'Wi-Fi access could not be made' };
  if (outcome === 'none') return { status: 'ignored', status_message: reason ?? 'No Wi-Fi access for this visit' };
  if (!credentials)
    return { status: 'done', status_message: 'Wi-Fi access ready; the credentials are delivered another way' };
  const { username, password, voucherCodes = [], networkName, validUntil } = credentials;
  const attachments = [
    ...(networkName ? [{ type: 'text', label: 'Wi-Fi network', value: networkName } as const] : []),
    ...(username ? [{ type: 'text', label: 'Wi-Fi user', value: username } as const] : []),
    ...(password ? [{ type: 'password', label: 'Wi-Fi password', value: password } as const] : []),
    ...voucherCodes.map((value) => ({ type: 'password', label: 'Wi-Fi code', value }) as const),
  ];
  return {
    status: 'done',
    status_message: validUntil
      ? `Wi-Fi access ready until ${validUntil.slice(0, 16).replace('T', ' ')} UTC`
      : 'Wi-Fi access ready',
    attachments,
  };
}
