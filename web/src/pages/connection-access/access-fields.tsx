import { useLingui } from '@lingui/react/macro';
import type { FormField } from '../../parts/form/form-field';
import type { AccessTrial } from './access-records';
import { FactConditions } from './fact-conditions';
import { GroupRules } from './group-rules';

const hour = 3_600;

/** What decides who gets which account, from when until when. */
export function useAccessFields({ access, fields, moments }: AccessTrial): FormField[] {
  const { t } = useLingui();
  const example = '{{ room }}';
  const isUser = access.grant === 'user';
  const ofMoment = { kind: 'choice', values: moments, required: true } as const;
  return [
    {
      name: 'access.when',
      label: t`Only if`,
      description: t`All conditions must match to get access.`,
      kind: 'own',
      own: (props) => <FactConditions {...props} fields={fields} />,
    },
    {
      name: 'access.username',
      label: t`User name`,
      description: t`Put placeholders in braces, such as ${example}. Empty: as in the preset.`,
      kind: 'text',
      isHidden: !isUser,
    },
    {
      name: 'access.password',
      label: t`Password`,
      description: t`Built from values, or the word generate. Empty: none.`,
      kind: 'text',
      isHidden: !isUser,
    },
    {
      name: 'access.group',
      label: t`Group`,
      description: t`The first with matching conditions applies.`,
      kind: 'own',
      own: (props) => <GroupRules {...props} fields={fields} />,
    },
    { name: 'access.starts.at', label: t`From`, ...ofMoment },
    { name: 'access.starts.offset_seconds', label: t`Starts after (hours)`, kind: 'number', scale: hour },
    { name: 'access.ends.at', label: t`Until`, ...ofMoment },
    { name: 'access.ends.offset_seconds', label: t`Ends after (hours)`, kind: 'number', scale: hour },
    { name: 'access.max_devices', label: t`Device limit`, kind: 'number', isHidden: !isUser },
  ];
}
