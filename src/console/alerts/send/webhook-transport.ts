import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { HttpClient, OutboundFailure } from '../../../kernel/http-client.js';
import { AlertContactSecrets } from '../../alert-contacts/alert-contact-secrets.js';
import { signedHeaders } from '../../../kernel/sending/webhook-signature.js';
import { delivered, type SendOutcome } from '../../../kernel/sending/send-outcome.js';
import type { OutgoingMessage } from './outgoing-message.js';
import type { AlertMessage, NotifiedAlert, NotifiedList } from '../message/alert-message.js';

const timeoutMilliseconds = 15_000;
const mostAnswerBytes = 2 ** 16;

/**
 * Standard Webhooks over HTTP. The kernel's client refuses private addresses after resolution and follows no redirect.
 */
@Injectable()
export class WebhookTransport {
  constructor(
    private readonly http: HttpClient,
    private readonly secrets: AlertContactSecrets,
    private readonly clock: Clock,
  ) {}

  async send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome> {
    const { id, contactId, urlSealed, secretSealed } = message;
    const body = postOf(message);
    const keys = secretSealed ? [this.secrets.signingKey(contactId, secretSealed)] : [];
    const url = urlSealed === null ? '' : this.secrets.url(contactId, urlSealed);
    try {
      const { status } = await this.http.request({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Usher-Alerts/1',
          ...signedHeaders(id, this.clock.now(), body, keys),
        },
        body,
        timeoutMilliseconds,
        maximumBytes: mostAnswerBytes,
        signal,
      });
      return status >= 200 && status < 300
        ? delivered
        : { error: `The address answered ${status}`, isFinal: status === 410 };
    } catch (error) {
      signal.throwIfAborted();
      return {
        error: error instanceof OutboundFailure ? error.message : 'The request could not be sent',
        isFinal: false,
      };
    }
  }
}

/** Body posted to a contact's url, identical for every attempt. */
function postOf({
  kind,
  content: { organization, at, open, ended, isLastForNow },
}: Pick<AlertMessage, 'kind' | 'content'>): string {
  return JSON.stringify({
    type: kind,
    timestamp: at,
    data: {
      organization: { id: organization.id, name: organization.name },
      alerts: open.alerts.map(alertOf),
      total: open.total,
      ...(ended ? endedOf(ended) : {}),
      more_in_digest: isLastForNow,
    },
  });
}

function endedOf({ alerts, total }: NotifiedList): object {
  return { ended: alerts.map(alertOf), ended_total: total };
}

function alertOf({ id, event, subjectId, subjectName, detail, facts, raisedAt, resolvedAt }: NotifiedAlert): object {
  return {
    id,
    event,
    subject: { id: subjectId, name: subjectName },
    detail,
    facts,
    raised_at: raisedAt,
    resolved_at: resolvedAt,
  };
}
