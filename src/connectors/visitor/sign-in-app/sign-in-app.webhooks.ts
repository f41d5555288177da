import type { Clock } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Accepted, InboundRequest, Receives } from '../../../provisioning/connector/connector.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { verifySignature } from '../../../provisioning/connector/signature.js';
import { malformedRecord, vendorId, vendorLine, vendorObject } from '../../../provisioning/connector/vendor-record.js';
import { siteIn, type SiteKnown, visitOfEvent } from './sign-in-app.mapping.js';
import { answerFor } from './sign-in-app.reading.js';
import type { SignInAppSettings } from './sign-in-app.settings.js';
import { type SignInAppAnswers, visitorEvents, type VisitorEvent, type WebhookBody } from './sign-in-app.wire.js';

/** Sign-ins and sign-outs as they happen; those by the clock are told to nobody. */
export class SignInAppWebhooks implements Receives {
  constructor(
    private readonly settings: SignInAppSettings,
    private readonly clock: Clock,
  ) {}

  /** The vendor's page names neither the header nor the encoding, so the settings do. */
  verify(request: InboundRequest): Promise<Accepted> {
    const {
      webhook_secret: secret,
      previous_webhook_secret: previous = '',
      signature_header: header,
      signature_encoding: encoding,
      signature_prefix: prefix,
    } = this.settings;
    try {
      if (!secret)
        throw new ConnectorProblem('signature_invalid', 'This connection has no webhook secret to prove requests by');
      verifySignature(
        {
          algorithm: 'sha256',
          secretEncoding: 'utf8',
          header: header.toLowerCase(),
          form: 'whole',
          prefix,
          encoding,
          signedText: '{body}',
        },
        [secret, previous],
        request,
        this.clock,
      );
    } catch (error) {
      return Promise.reject(error as Error);
    }
    const message = vendorObject<WebhookBody>(request.body);
    if (!message) return Promise.resolve({});
    if (this.isOfAnotherSite(message)) return Promise.resolve({ ofAnother: 'another site' });
    return Promise.resolve({
      dedupeKey: vendorLine(message.idempotency_key)?.slice(0, 200),
      stored: this.withoutExtras(message),
    });
  }

  interpret({ body }: StoredMessage): readonly Change[] {
    const message = vendorObject<WebhookBody>(body);
    if (!message || !vendorLine(message.event)) return [malformedRecord('The body is not a JSON object with an event')];
    const { event, visitor } = message;
    if (!visitorEvents.includes(event as VisitorEvent))
      return [
        { kind: 'ignored', reason: `event ${/^[\w.]{1,60}$/.test(String(event)) ? String(event) : 'without a name'}` },
      ];
    const known = this.siteOf(message);
    if (this.isOfAnotherSite(message)) return [{ kind: 'ignored', reason: 'another site' }];
    const { groups, group_field: groupField } = this.settings;
    const group = answerFor(visitor?.additional, groupField);
    if (groups?.length && group && !groups.includes(group)) return [{ kind: 'ignored', reason: 'another group' }];
    // Staff come again and again; whose group is not named here is known by that alone.
    if (!groups?.length && vendorId(visitor?.returning_visitor_id))
      return [{ kind: 'ignored', reason: 'somebody who returns' }];
    return [visitOfEvent(event as VisitorEvent, message, this.settings, known)];
  }

  private siteOf({ site }: WebhookBody): SiteKnown | undefined {
    return this.settings.sites.map(siteIn).find((each) => each !== undefined && each.id === vendorId(site?.id));
  }

  private isOfAnotherSite(message: WebhookBody): boolean {
    return vendorId(message.site?.id) !== undefined && !this.siteOf(message);
  }

  /** Photos, badges and further answers are nothing to us, so none is kept. */
  private withoutExtras({ event, event_at, pushed_at, idempotency_key, site, visitor }: WebhookBody): Buffer {
    const { host_field: host, company_field: company, group_field: group } = this.settings;
    const kept = visitor && {
      id: visitor.id,
      returning_visitor_id: visitor.returning_visitor_id,
      name: visitor.name,
      additional: answers(visitor.additional, [host, company, group]),
      personal_fields: answers(visitor.personal_fields, ['name', 'email', 'mobile']),
    };
    return Buffer.from(JSON.stringify({ event, event_at, pushed_at, idempotency_key, site, visitor: kept }));
  }
}

function answers(given: SignInAppAnswers | undefined, labels: readonly string[]): SignInAppAnswers {
  return Object.fromEntries(
    labels.flatMap((label) => {
      const answer = answerFor(given, label);
      return answer ? [[label, answer]] : [];
    }),
  );
}
