import { Trans, useLingui } from '@lingui/react/macro';
import {
  Alert,
  Box,
  Button,
  Grid,
  Group,
  NativeSelect,
  Switch,
  Text,
  TextInput,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../api/problem';
import { chooseLanguage, type Language, languages } from '../app/languages';
import { type CurrentSession, permits } from '../app/session';
import { PageLoading, ProblemNotice } from '../parts/page-state';
import { useDeskAddress } from './desk-address';
import { foundGuests, meantBy } from './desk-records';
import { FoundGuests } from './found-guests';
import { Leave } from './leave';
import type { MadeGuest } from './new-visitor';

const GuestCard = lazy(() => import('./guest-card'));
const NewVisitor = lazy(async () => ({ default: (await import('./new-visitor')).NewVisitor }));
const Vouchers = lazy(() => import('./vouchers'));

/** Results while typing: a look that short is not felt, and saves one for each key. */
const pauseMilliseconds = 80;

/** One box, who is found, and everything about one of them. */
export function Reception({ session }: { readonly session: CurrentSession }) {
  const { t, i18n } = useLingui();
  const [address, go] = useDeskAddress();
  const [made, setMade] = useState<MadeGuest>();
  const [typed, setTyped] = useState(address.search);
  const [isAsked, setAsked] = useState(false);
  const [search] = useDebouncedValue(typed, pauseMilliseconds);
  const found = useQuery({ ...foundGuests(search, address.isExpected), placeholderData: keepPreviousData });
  const list = useRef<HTMLDivElement>(null);
  const type = (text: string) => {
    setAsked(false);
    setTyped(text);
    go({ search: text });
  };
  const isFound = search === typed && found.data !== undefined && !found.isPlaceholderData;
  // What was typed last may not be found yet: Enter waits for it, and opens nobody else's record.
  useEffect(() => {
    if (!isAsked || !isFound) return;
    setAsked(false);
    const meant = meantBy(typed, found.data.rows);
    if (meant === undefined) list.current?.querySelector('button')?.focus();
    else go({ id: meant.id });
  }, [isAsked, isFound, typed, found.data, go]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget } = event;
    if (key === 'ArrowDown') list.current?.querySelector('button')?.focus();
    if (key === 'Enter') {
      // Else the same stroke would press the row that it moves to.
      event.preventDefault();
      setAsked(true);
    }
    if (key === 'Escape') {
      type('');
      currentTarget.focus();
    }
  };
  const isAway = found.failureReason instanceof ApiProblem && found.failureReason.status === 0;
  return (
    <Box p="md" maw={1280} mx="auto">
      <Group component="header" justify="space-between" mb="md">
        <Title order={1} size="h3">
          {session.organization.name}
        </Title>
        <Group gap="xs">
          <NativeSelect
            aria-label={t`Language`}
            value={i18n.locale}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => void chooseLanguage(currentTarget.value as Language)}
          />
          {permits(session.permissions, 'guests:write') && (
            <Suspense fallback={null}>
              <NewVisitor
                onMade={(guest) => {
                  setMade(guest);
                  go({ id: guest.id });
                }}
              />
            </Suspense>
          )}
          {permits(session.permissions, 'vouchers:write') && (
            <Suspense fallback={null}>
              <Vouchers />
            </Suspense>
          )}
          <Text size="sm">{session.operator.name}</Text>
          <Leave />
        </Group>
      </Group>
      <main>
        <TextInput
          type="search"
          size="lg"
          label={t`Guest`}
          placeholder={t`Room, name, booking number or MAC address`}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
          data-autofocus
          autoFocus
          mb="md"
        />
        <Switch
          mb="md"
          label={t`Expected visitors`}
          checked={address.isExpected}
          onChange={({ currentTarget }) => go({ isExpected: currentTarget.checked })}
        />
        {isAway && (
          <Alert color="orange" role="status" mb="md" title={t`The service cannot be reached`}>
            <Trans>What you typed is kept. You see the last known data until the connection returns.</Trans>
          </Alert>
        )}
        <Grid>
          <Grid.Col span={{ base: 12, sm: address.id ? 5 : 12 }} visibleFrom={address.id ? 'sm' : undefined}>
            <div ref={list}>
              {found.data && <FoundGuests guests={found.data.rows} chosen={address.id} onChoose={(id) => go({ id })} />}
            </div>
            {found.data && <MoreFound total={found.data.total} shown={found.data.rows.length} />}
            {found.error && !found.data && !isAway && <ProblemNotice problem={found.error} />}
            <VisuallyHidden role="status">{found.data && <Trans>{found.data.total} found</Trans>}</VisuallyHidden>
          </Grid.Col>
          {address.id && (
            <Grid.Col span={{ base: 12, sm: 7 }}>
              <Button variant="default" mb="sm" hiddenFrom="sm" onClick={() => go({ id: undefined })}>
                <Trans>Back to the list</Trans>
              </Button>
              <Suspense fallback={<PageLoading />}>
                <GuestCard
                  key={address.id}
                  id={address.id}
                  made={made?.id === address.id ? made.password : undefined}
                  onClose={() => go({ id: undefined })}
                />
              </Suspense>
            </Grid.Col>
          )}
        </Grid>
      </main>
    </Box>
  );
}

/** Who is not among the first few may well be here. */
function MoreFound({ total, shown }: { readonly total: number; readonly shown: number }) {
  if (total <= shown) return null;
  return (
    <Text c="dimmed" mt="xs">
      <Trans>
        The first {shown} of {total}. Type more to narrow them down.
      </Trans>
    </Text>
  );
}
