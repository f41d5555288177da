import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { movePolicy, type Policy } from './policy-records';

const dragged = 'text/x-usher-policy';

interface Props {
  readonly policy: Policy;
  readonly order: readonly Policy[];
}

/** Its place among all: moved by the arrows, or dragged by the handle onto another. */
export function OrderCell({ policy, order }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const moving = useMutation({
    mutationFn: ({ id, place }: { readonly id: string; readonly place: number }) => movePolicy(order, id, place),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['policies'] }),
  });
  const place = order.findIndex(({ id }) => id === policy.id);
  if (place < 0) return null;
  return (
    <Group
      gap={2}
      wrap="nowrap"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const id = event.dataTransfer.getData(dragged);
        if (id && id !== policy.id) moving.mutate({ id, place });
      }}
    >
      <span
        aria-hidden="true"
        style={{ cursor: 'grab', display: 'inline-flex' }}
        draggable
        onDragStart={(event) => event.dataTransfer.setData(dragged, policy.id)}
      >
        <IconGripVertical size={16} />
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t`Move ${policy.name} up`}
        disabled={place === 0 || moving.isPending}
        onClick={() => moving.mutate({ id: policy.id, place: place - 1 })}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t`Move ${policy.name} down`}
        disabled={place === order.length - 1 || moving.isPending}
        onClick={() => moving.mutate({ id: policy.id, place: place + 1 })}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
    </Group>
  );
}
