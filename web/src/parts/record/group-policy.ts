import { useLingui } from '@lingui/react/macro';
import type { FormField, Values } from '../form/form-field';

/** What a group or a policy gives, in units that people use. `within`: the field that holds it. */
export function useGroupPolicyFields(within: 'policy' | 'reply'): FormField[] {
  const { t } = useLingui();
  const fields: FormField[] = [
    { name: 'bandwidth_down', label: t`Download (Mbit/s)`, kind: 'number', scale: 1_000_000 },
    { name: 'bandwidth_up', label: t`Upload (Mbit/s)`, kind: 'number', scale: 1_000_000 },
    { name: 'simultaneous_use', label: t`Simultaneous devices`, kind: 'number' },
    { name: 'session_timeout', label: t`Maximum session (minutes)`, kind: 'number', scale: 60 },
    { name: 'idle_timeout', label: t`Idle timeout (minutes)`, kind: 'number', scale: 60 },
    { name: 'daily_quota_bytes', label: t`Daily data (GB)`, kind: 'number', scale: 1_000_000_000 },
    {
      name: 'login_time',
      label: t`Hours`,
      kind: 'text',
      example: 'Wk0800-1800,Sa',
      description: t`Wk is Monday to Friday, Al is every day. Local time of the site.`,
    },
    { name: 'vlan', label: t`VLAN`, kind: 'text', example: '120' },
    { name: 'acct_interim_interval', label: t`Accounting interval (seconds)`, kind: 'number' },
  ];
  return fields.map((field) => ({ ...field, name: `${within}.${field.name}` }));
}

/** The API replaces such entries as a whole: what was not touched goes along, what was emptied does not. */
export function wholeEntries(within: 'policy' | 'reply' | 'retention', changes: Values, before: Values): Values {
  if (!(within in changes)) return changes;
  const entries = { ...(before[within] as Values | undefined), ...(changes[within] as Values) };
  const kept = Object.entries(entries).filter(([, value]) => value !== null);
  return { ...changes, [within]: Object.fromEntries(kept) };
}
