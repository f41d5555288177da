import { useLingui } from '@lingui/react/macro';
import type { Condition } from './policy-records';

type Field = Condition['field'];
type Operator = Condition['op'];

/** Those that the API takes for it, the usual one first. */
export function operatorsOf(field: Field): readonly Operator[] {
  if (field === 'time') return ['in', 'not_in', 'gt', 'gte', 'lt', 'lte'];
  const always = ['eq', 'ne', 'in', 'not_in'] as const;
  return field === 'group' || field === 'auth_method' ? always : [...always, 'like'];
}

export function useConditionWords(): {
  readonly fields: Readonly<Record<Field, string>>;
  readonly operators: Readonly<Record<Operator, string>>;
} {
  const { t } = useLingui();
  return {
    fields: {
      group: t`Group`,
      ssid: t`Wi-Fi name`,
      auth_method: t`Method`,
      device_type: t`Device type`,
      time: t`Time`,
      client: t`Access point`,
    },
    operators: {
      eq: t`is`,
      ne: t`is not`,
      in: t`is one of`,
      not_in: t`is not one of`,
      like: t`matches pattern`,
      gt: t`after`,
      gte: t`from`,
      lt: t`before`,
      lte: t`until`,
    },
  };
}
