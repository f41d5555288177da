import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemNotice } from '../page-state';
import type { Resource } from './resource';

interface Props<Row> {
  readonly resource: Resource<Row>;
  readonly id: string;
  /** On the button: what it does now. */
  readonly label: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** Changes one field at a touch: pressed again, the button takes it back. */
export function SwitchButton<Row>({ resource, id, label, changes }: Props<Row>) {
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: () => resource.change(id, changes, undefined),
    onSuccess: (saved) => {
      queryClient.setQueryData([resource.name, 'record', id], saved);
      return queryClient.invalidateQueries({ queryKey: [resource.name] });
    },
  });
  return (
    <>
      <Button variant="default" loading={changing.isPending} onClick={() => changing.mutate()}>
        {label}
      </Button>
      {changing.error && <ProblemNotice problem={changing.error} />}
    </>
  );
}
