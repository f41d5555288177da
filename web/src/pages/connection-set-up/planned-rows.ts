import type { Api } from '../../api/types';
import type { PlannedRow } from './plan-table';

/** As a person knows them: by room and name, else by the account, else by the record. */
export function plannedRows(plan: readonly Api<'PreviewItemDto'>[]): readonly PlannedRow[] {
  return plan.map(({ kind, key, account, before, after, detail, facts }, index) => {
    const { room, first_name, last_name } = facts ?? {};
    const who = [room, first_name, last_name].filter(Boolean).join(' ');
    return { id: String(index), who: who || account || key || '', kind, before, after, detail };
  });
}
