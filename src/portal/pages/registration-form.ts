import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import type { PortalLanguage } from '../../console/captive-portals/portal-languages.js';
import type { RegistrationFieldName } from '../../console/captive-portals/self-registration.js';
import { type PortalVisit, termsFor } from './frame.js';
import type { Input } from './form-input.js';

const inputs: Readonly<Record<RegistrationFieldName, Input>> = {
  first_name: { name: 'first_name', label: 'firstName', missing: 'needField', autocomplete: 'given-name' },
  last_name: { name: 'last_name', label: 'lastName', missing: 'needField', autocomplete: 'family-name' },
  email: { name: 'email', label: 'email', missing: 'needField', type: 'email', autocomplete: 'email' },
  phone: { name: 'phone', label: 'phone', missing: 'needField', type: 'tel', autocomplete: 'tel' },
  company: { name: 'company', label: 'company', missing: 'needField', autocomplete: 'organization' },
};

/** Of a guest whom a host is to let in. */
export const approvalInputs: readonly Input[] = [
  inputs.first_name,
  inputs.last_name,
  { name: 'host', label: 'host', missing: 'needField', type: 'email', autocomplete: 'off' },
];

/** What the portal asks for; what is confirmed is asked for in any case, and needed. */
export function registrationInputs({ portal, language }: PortalVisit): readonly Input[] {
  const confirmed = confirmedField(portal);
  const asked = portal.fields.some(({ name }) => name === confirmed)
    ? portal.fields
    : [...portal.fields, { name: confirmed }];
  return asked.map(({ name, ...field }) => ({
    ...inputs[name],
    isOptional: name !== confirmed && !('required' in field && field.required === 1),
    hint: 'reason' in field ? (field.reason?.[language] ?? undefined) : undefined,
  }));
}

export function confirmedField({ confirmation }: Pick<CaptivePortal, 'confirmation'>): 'email' | 'phone' {
  return confirmation.by === 'sms' ? 'phone' : 'email';
}

/** What a guest may agree to beside the terms, as it is shown. */
export function marketingFor(
  { marketing, languages }: Pick<CaptivePortal, 'marketing' | 'languages'>,
  language: PortalLanguage,
): ReturnType<typeof termsFor> {
  return termsFor({ terms: marketing, languages }, language);
}
