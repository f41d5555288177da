import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { Person } from '../pages/people/people-records';
import { useStatusWords } from '../pages/people/person-words';
import { Time } from '../parts/time';
import classes from './found-guests.module.css';

interface Props {
  readonly guests: readonly Person[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Who was found, each a row to touch; the arrow keys go up and down. */
export function FoundGuests({ guests, chosen, onChoose }: Props) {
  const { t } = useLingui();
  if (guests.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No guest found.</Trans>
      </Text>
    );
  const move = ({ key, currentTarget }: KeyboardEvent) => {
    const { previousElementSibling: before, nextElementSibling: after } = currentTarget.parentElement!;
    const next = { ArrowUp: before, ArrowDown: after }[key];
    next?.querySelector('button')?.focus();
  };
  return (
    <Stack component="ul" gap={4} p={0} m={0} aria-label={t`Found`}>
      {guests.map((guest) => (
        <li key={guest.id} className={classes.row}>
          <UnstyledButton
            w="100%"
            p="xs"
            aria-current={guest.id === chosen}
            className={classes.guest}
            onClick={() => onChoose(guest.id)}
            onKeyDown={move}
          >
            <Group wrap="nowrap">
              {guest.room && (
                <Text fw={700} size="lg" miw={56}>
                  {guest.room}
                </Text>
              )}
              <div className={classes.name}>
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {guest.name ?? guest.account?.username ?? guest.email}
                </Text>
                <Text size="sm" c="dimmed">
                  <State guest={guest} />
                  {guest.note && ` · ${guest.note}`}
                  {guest.host && (
                    <>
                      {' · '}
                      <Trans>visits {guest.host}</Trans>
                    </>
                  )}
                </Text>
              </div>
              {guest.online ? (
                <Badge color="green" variant="dot">
                  <Trans>Online</Trans>
                </Badge>
              ) : (
                guest.account?.disabled === 1 && (
                  <Badge color="red" variant="dot">
                    <Trans>Blocked</Trans>
                  </Badge>
                )
              )}
            </Group>
          </UnstyledButton>
        </li>
      ))}
    </Stack>
  );
}

function State({ guest: { status, from, until } }: { readonly guest: Person }) {
  const word = useStatusWords()[status];
  if (status === 'expected' && from) {
    const begins = <Time at={from} />;
    return (
      <Trans>
        {word}, from {begins}
      </Trans>
    );
  }
  if (!until) return word;
  const ends = <Time at={until} />;
  return (
    <Trans>
      {word}, until {ends}
    </Trans>
  );
}
