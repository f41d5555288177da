import type { Instant } from '../../../kernel/clock.js';
import { type Change, versionAsRead } from '../../../provisioning/connector/change.js';
import type { Visit } from '../../../provisioning/facts/facts.js';
import {
  malformedRecord,
  vendorId,
  vendorLine,
  vendorNames,
  vendorZone,
  withoutUndefined,
} from '../../../provisioning/connector/vendor-record.js';
import { answerFor, signInAppInstant } from './sign-in-app.reading.js';
import type { SignInAppSettings } from './sign-in-app.settings.js';
import type { ListedVisitor, VisitorEvent, WebhookBody } from './sign-in-app.wire.js';

export type SignInAppLabels = Pick<SignInAppSettings, 'host_field' | 'company_field' | 'group_field'>;

export interface SiteKnown {
  readonly id: string;
  readonly timeZone?: string;
}

type Phase = 'expected' | 'active' | 'ended' | 'denied';

/**
 * One visit has one id, so times alone order what is said of it, by the second, as not every answer knows more; at one
 * time the end outranks the beginning. To be expected comes before everything, since many come early; of two lists that
 * expect somebody the later one counts, as visits are moved to an earlier time, too.
 */
export function signInAppVersion(phase: Phase, at: Instant): string {
  if (phase === 'expected') return versionAsRead('0', at);
  return `${at.slice(0, 19)}~${['expected', 'active', 'ended', 'denied'].indexOf(phase)}`;
}

/** `12 Europe/London`: what the setting says of a site. Undefined when it is not that. */
export function siteIn(setting: string): SiteKnown | undefined {
  const [id = '', zone] = setting.trim().split(/\s+/, 2);
  if (!vendorId(id) || (zone !== undefined && !vendorZone(zone))) return undefined;
  return zone === undefined ? { id } : { id, timeZone: zone };
}

export function visitOfEvent(
  event: VisitorEvent,
  { event_at: eventAt, site, visitor }: WebhookBody,
  labels: SignInAppLabels,
  known: SiteKnown | undefined,
): Change {
  const id = vendorId(visitor?.id);
  if (!visitor || !id) return malformedRecord('visitor.id is not an id');
  const key = visitKey(id);
  const at = signInAppInstant(eventAt);
  if (!at) return malformedRecord('event_at is not a time', key);
  const ends = event === 'visitor.signout';
  const personal = visitor.personal_fields;
  const facts: Visit = withoutUndefined({
    kind: 'visit',
    status: ends ? 'ended' : 'active',
    ...vendorNames(visitor.name ?? answerFor(personal, 'name')),
    email: answerFor(personal, 'email'),
    phone: answerFor(personal, 'mobile'),
    site: vendorLine(site?.name),
    timeZone: vendorZone(site?.timezone) ?? known?.timeZone,
    signInAt: ends ? undefined : at,
    signOutAt: ends ? at : undefined,
    visitType: answerFor(visitor.additional, labels.group_field),
    hostName: answerFor(visitor.additional, labels.host_field),
    companyName: answerFor(visitor.additional, labels.company_field),
  });
  return merged(key, signInAppVersion(ends ? 'ended' : 'active', at), facts, vendorId(visitor.returning_visitor_id));
}

/** A visit as a list had it then. Somebody who left is named no more than needed to know that it is so. */
export function visitOfVisitor(
  visitor: ListedVisitor,
  groupName: string | undefined,
  site: SiteKnown,
  labels: SignInAppLabels,
  readAt: Instant,
): Change {
  const id = vendorId(visitor.id);
  if (!id) return malformedRecord('a visitor of the list has no id');
  const key = visitKey(id);
  const [signInAt, signOutAt, expectedAt] = [
    signInAppInstant(visitor.in_datetime),
    signInAppInstant(visitor.out_datetime),
    signInAppInstant(visitor.expected_datetime),
  ];
  const phase = phaseOf(visitor);
  if (!phase) return malformedRecord('status is not one that is known', key);
  const at = phase === 'expected' ? expectedAt : phase === 'ended' ? signOutAt : (signInAt ?? expectedAt);
  if (!at)
    return malformedRecord(
      `${phase === 'expected' ? 'expected_datetime' : phase === 'ended' ? 'out_datetime' : 'in_datetime'} is ` +
        'not a time',
      key,
    );
  const version = signInAppVersion(phase, phase === 'expected' ? readAt : at);
  if (phase === 'ended' || phase === 'denied')
    return merged(key, version, withoutUndefined({ kind: 'visit', status: phase, signInAt, signOutAt }));
  return merged(
    key,
    version,
    withoutUndefined({
      kind: 'visit',
      status: phase,
      ...vendorNames(visitor.name ?? answerFor(visitor.personal_fields, 'name')),
      email: vendorLine(visitor.email) ?? answerFor(visitor.personal_fields, 'email'),
      phone: vendorLine(visitor.mobile) ?? answerFor(visitor.personal_fields, 'mobile'),
      timeZone: site.timeZone,
      signInAt,
      expectedArrivalAt: expectedAt,
      visitType: groupName,
      hostName: answerFor(visitor.additional_fields, labels.host_field),
      companyName: answerFor(visitor.additional_fields, labels.company_field),
    }),
    vendorId(visitor.returning_visitor_id),
  );
}

export function visitKey(id: string): string {
  return `visit/${id}`;
}

function phaseOf({
  status,
  rejected_sign_in: isRejected,
  in_datetime: inAt,
  out_datetime: outAt,
  expected_datetime: expectedAt,
}: ListedVisitor): Phase | undefined {
  if (isRejected === true) return 'denied';
  if (status === 'signed_out' || (outAt !== null && outAt !== undefined)) return 'ended';
  if (status === 'signed_in') return 'active';
  return expectedAt && (inAt === null || inAt === undefined) ? 'expected' : undefined;
}

function merged(key: string, version: string, facts: Visit, guestKey?: string): Change {
  return { kind: 'record', mode: 'merge', record: withoutUndefined({ key, version, guestKey, facts }) };
}
