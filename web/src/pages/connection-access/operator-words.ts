import { useLingui } from '@lingui/react/macro';

/** Of conditions about a person's record. */
export function useOperatorWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    eq: t`is`,
    ne: t`is not`,
    in: t`is one of`,
    not_in: t`is not one of`,
    like: t`matches pattern`,
    gt: t`after`,
    lt: t`before`,
    present: t`is set`,
  };
}
