import { useLingui } from '@lingui/react/macro';
import type { FormField } from '../../parts/form/form-field';

export function useDeviceFields(): FormField[] {
  const { t } = useLingui();
  return [
    { name: 'mac', label: t`Address`, kind: 'text', required: true, example: 'AA-BB-CC-00-11-22' },
    { name: 'name', label: t`Name`, kind: 'text' },
    { name: 'user_id', label: t`Owner`, kind: 'record', lookup: { resource: 'users', by: 'username' } },
    { name: 'table_id', label: t`Group`, kind: 'record', lookup: { resource: 'user-groups', by: 'name' } },
    { name: 'type', label: t`Type`, kind: 'text', description: t`For example, printer.` },
    { name: 'os', label: t`Operating system`, kind: 'text' },
    { name: 'valid_until', label: t`Valid until`, kind: 'instant' },
    { name: 'external_id', label: t`Inventory number`, kind: 'text' },
  ];
}
