import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import { oneLine } from '../../kernel/sending/one-line.js';
import { withPlainDigits } from '../../kernel/plain-digits.js';
import { isMailbox } from '../../kernel/mailbox.js';
import { e164 } from '../../provisioning/deliver/send/sms-transport.js';
import type { PortalVisit } from '../pages/frame.js';
import { approvalInputs, confirmedField, registrationInputs } from '../pages/registration-form.js';
import type { InputProblem, Typed } from '../pages/sign-in-page.js';
import { say } from '../pages/words.js';
import type { Consent } from '../admission/registration.js';
import type { AskedAccess, GuestDetails } from '../requests/access-request.js';

/** The input in its stored form, or its errors. What the form does not ask for is not taken. */
export function guestIn(
  visit: PortalVisit,
  typed: Pick<Typed, 'by' | 'values'>,
  countryCode: string | undefined,
): GuestDetails | readonly InputProblem[] {
  const { portal, language } = visit;
  const asked = typed.by === 'approval' ? approvalInputs : registrationInputs(visit);
  const values = Object.fromEntries(asked.map(({ name }) => [name, typed.values[name]]));
  const problems: InputProblem[] = [];
  const text = (name: string) => oneLine((values[name] ?? '').normalize('NFC'), 100) || null;
  const email = mailboxIn(values.email);
  if (email === undefined) problems.push({ input: 'email', text: say(language, 'wrongEmail') });
  const phone = phoneIn(values.phone, countryCode);
  if (phone === undefined) problems.push({ input: 'phone', text: say(language, 'wrongPhone') });
  else if (phone !== null && confirmedField(portal) === 'phone' && !mayBeTexted(portal, phone, countryCode))
    problems.push({ input: 'phone', text: say(language, 'wrongCountry') });
  if (problems.length > 0) return problems;
  return {
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: email ?? null,
    phone: phone ?? null,
    company: text('company'),
  };
}

export type RequestedAccess = GuestDetails & Pick<AskedAccess, 'host' | 'consents'>;

/** As it was typed: to be corrected. */
export function typedBefore({ host, consents, ...guest }: RequestedAccess): Typed {
  const { firstName, lastName, email, phone, company } = guest;
  const known = { first_name: firstName, last_name: lastName, email, phone, company, host };
  const isAgreed = (kind: Consent['kind']) => consents.some((each) => each.kind === kind);
  return {
    by: host === null ? 'self_registration' : 'approval',
    values: {
      ...Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
      ...(isAgreed('marketing') && { marketing: '1' }),
    },
    hasAcceptedTerms: isAgreed('terms'),
  };
}

/** Null: the domain may not approve. */
export function hostIn({ approval }: CaptivePortal, { values }: Pick<Typed, 'values'>): string | null {
  const host = mailboxIn(values.host)?.toLowerCase();
  const domain = host?.split('@').at(-1) ?? '';
  return host && approval.domains?.includes(domain) ? host : null;
}

/**
 * Guests write this text and others receive it, so it must not carry a link: whatever a mail program would turn into
 * one is broken up.
 */
export function nameInMail({ firstName, lastName }: Pick<GuestDetails, 'firstName' | 'lastName'>): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return oneLine(name.replaceAll(/[/:@<>\\]/g, ' ').replaceAll(/\.(?=\S)/g, '. '), 80);
}

/** Null: left empty; undefined: not valid. */
function mailboxIn(typed: string | undefined): string | null | undefined {
  // Japanese keyboards type ＠.
  const clean = (typed ?? '').normalize('NFKC').trim();
  if (clean === '') return null;
  const [box, domain] = [clean.slice(0, clean.lastIndexOf('@')), clean.slice(clean.lastIndexOf('@') + 1)];
  return clean.length <= 254 && isMailbox(clean) && !/\p{Cc}/u.test(clean)
    ? `${box}@${domain.toLowerCase()}`
    : undefined;
}

function phoneIn(typed: string | undefined, countryCode: string | undefined): string | null | undefined {
  const clean = withPlainDigits(typed ?? '')
    .trim()
    .slice(0, 40);
  return clean === '' ? null : (e164(clean, countryCode) ?? undefined);
}

/** Fraudsters earn on messages to some countries, so only countries that the portal names get any. */
function mayBeTexted({ confirmation }: CaptivePortal, phone: string, countryCode: string | undefined): boolean {
  const allowed = confirmation.countries ?? (countryCode === undefined ? [] : [`+${countryCode}`]);
  return allowed.some((beginning) => phone.startsWith(beginning));
}
