import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../app/session';
import { ConfirmButton } from '../../parts/record/confirm-button';
import type { Run } from '../runs/run-words';
import { cancel } from './run-records';

const goesOn: readonly Run['status'][] = ['queued', 'running', 'held'];

/** Ends a run that has not come to its end. */
export function Cancel({ run: { id, status } }: { readonly run: Run }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  if (!useMay('connections:write') || !goesOn.includes(status)) return null;
  return (
    <ConfirmButton
      label={t`Stop this run`}
      question={t`Stop this run?`}
      consequence={t`What it has read so far is kept. People missing from its list keep access until the next run.`}
      run={async () => {
        await cancel(id);
        await queryClient.invalidateQueries({ queryKey: ['runs'] });
      }}
    />
  );
}
