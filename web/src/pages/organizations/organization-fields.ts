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
      description: t`Your own note of where it is, a short name. It moves nothing.`,
      kind: 'text',
      example: 'europe-west',
    },
    {
      name: 'time_zone',
      label: t`Time zone`,
      description: t`Hours of policies, days of reports and the daily mail follow it.`,
      kind: 'choice',
      required: true,
      values: ['UTC', ...Intl.supportedValuesOf('timeZone')],
    },
    {
      name: 'runs_need_two',
      label: t`Two people approve a plan`,
      description: t`A held plan takes effect when two operators have approved exactly it; keys approve none.`,
      kind: 'flag',
    },
    {
      name: 'disabled',
      label: t`Shut out`,
      description: t`Its keys and operators are refused, also those beneath it. Not possible for your own.`,
      kind: 'flag',
    },
    {
      name: 'retention.authentication_log_days',
      section: t`How many days are kept`,
      label: t`Logins`,
      description: t`Older ones are deleted within the hour. Empty: as the deployment says, 90 where it says nothing.`,
      kind: 'number',
      example: '90',
    },
    {
      name: 'retention.accounting_days',
      label: t`Sessions and volume`,
      description: t`Empty: as the deployment says, 180 where it says nothing.`,
      kind: 'number',
      example: '180',
    },
    {
      name: 'retention.guest_registration_days',
      label: t`Registrations at portals`,
      description: t`Empty: as the deployment says, 90 where it says nothing.`,
      kind: 'number',
      example: '90',
    },
    {
      name: 'retention.provisioning_log_days',
      label: t`What was written to accounts`,
      description: t`Empty: 400.`,
      kind: 'number',
      example: '400',
    },
    {
      name: 'retention.audit_log_days',
      label: t`Who changed what`,
      description: t`Empty: 400. At least 31; the rest can still be verified.`,
      kind: 'number',
      example: '400',
    },
  ];
}
