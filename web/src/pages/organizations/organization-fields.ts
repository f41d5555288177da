import { useLingui } from '@lingui/react/macro';
import type { FormField } from '../../parts/form/form-field';

/** What holds for an organization. Where no days are said, those of the deployment hold. */
export function useOrganizationFields(): readonly FormField[] {
  const { t } = useLingui();
  return [
    { name: 'name', label: t`Name`, kind: 'text', required: true, example: 'Hotel Seeblick' },
    {
      name: 'region',
      label: t`Region`,
      description: t`A short label for your reference.`,
      kind: 'text',
      example: 'europe-west',
    },
    {
      name: 'time_zone',
      label: t`Time zone`,
      description: t`Used for policy hours, report days and the daily mail.`,
      kind: 'choice',
      required: true,
      values: ['UTC', ...Intl.supportedValuesOf('timeZone')],
    },
    {
      name: 'runs_need_two',
      label: t`Require two approvals`,
      description: t`Held plans need the approval of two operators. API keys cannot approve them.`,
      kind: 'flag',
    },
    {
      name: 'single_sign_on_required',
      label: t`Require single sign-on`,
      description: [
        t`Its operators sign in with a sign-in provider only: passwords and passkeys are refused.`,
        t`Owners may use theirs in an emergency, a password with a code; this is recorded and reported.`,
        t`First sign in once with the provider. Sessions that it did not open end at once, except those of owners.`,
        t`API keys keep working. Operators of a partner above are not affected.`,
      ].join(' '),
      kind: 'flag',
    },
    {
      name: 'disabled',
      label: t`Suspended`,
      description: t`Blocks its API keys and operators, and those of organizations below. Not possible for your own.`,
      kind: 'flag',
    },
    {
      name: 'retention.authentication_log_days',
      section: t`Days to keep`,
      label: t`Logins`,
      description: t`Older ones are deleted within the hour. Empty: server default (90).`,
      kind: 'number',
      example: '90',
    },
    {
      name: 'retention.accounting_days',
      label: t`Sessions and data`,
      description: t`Empty: server default (180).`,
      kind: 'number',
      example: '180',
    },
    {
      name: 'retention.guest_registration_days',
      label: t`Registrations at portals`,
      description: t`Empty: server default (90).`,
      kind: 'number',
      example: '90',
    },
    {
      name: 'retention.provisioning_log_days',
      label: t`Account changes`,
      description: t`Empty: 400.`,
      kind: 'number',
      example: '400',
    },
    {
      name: 'retention.audit_log_days',
      label: t`Audit`,
      description: t`Empty: 400. At least 31; the rest can still be verified.`,
      kind: 'number',
      example: '400',
    },
  ];
}
