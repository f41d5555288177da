import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Badge, Button, Code, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { Time } from '../../parts/time';

/** Whether nobody changed the past, as of when; a head noted earlier shows whether the end was cut off. */
export function ChainBadge() {
  const { t } = useLingui();
  const [noted, setNoted] = useState('');
  const [asked, setAsked] = useState<string>();
  // The list first: recomputing a long chain keeps the service busy.
  const others = useIsFetching({ predicate: ({ queryKey }) => queryKey[0] !== 'audit-chain' });
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['audit-chain', asked],
    enabled: others === 0,
    queryFn: async ({ signal }) => {
      const query = asked ? { noted: asked } : {};
      return (await api.GET('/audit/verify', { params: { query }, signal })).data!;
    },
    // A long audit takes seconds: it is verified once, and then when somebody asks.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Popover position="bottom-end" width={360} trapFocus>
      <Popover.Target>
        <Button variant="default" loading={isFetching && !data}>
          <Badge variant="dot" color={!data ? 'gray' : data.ok ? 'green' : 'red'}>
            {!data ? (
              <Trans>Chain not verified</Trans>
            ) : data.ok ? (
              <Trans>
                The chain holds, <Time at={data.verified_at} />
              </Trans>
            ) : (
              <Trans>The chain is broken</Trans>
            )}
          </Badge>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`The chain of the audit`} maw="calc(100vw - 1rem)">
        <Stack gap="sm">
          {error ? (
            <ProblemNotice problem={error} retry={() => void refetch()} />
          ) : !data ? (
            <PageLoading />
          ) : (
            <>
              {data.broken && (
                <Alert color="red" role="alert" title={t`Somebody changed the past`}>
                  {[data.broken.reason, data.broken.position, data.broken.entry_id].filter(Boolean).join(' · ')}
                </Alert>
              )}
              <Text size="sm">
                <Trans>
                  {data.entries} entries in {data.blocks} blocks were recomputed; {data.waiting} wait for theirs.
                </Trans>
              </Text>
              {data.head && (
                <>
                  <Text size="sm">
                    <Trans>Note this outside Usher; given here later, it shows whether the end was cut off:</Trans>
                  </Text>
                  <Code block tabIndex={0}>
                    {data.head.number}:{data.head.hash}
                  </Code>
                </>
              )}
            </>
          )}
          <TextInput
            label={t`What you noted earlier`}
            value={noted}
            onChange={({ currentTarget: { value } }) => setNoted(value)}
          />
          <Button
            variant="default"
            loading={isFetching}
            onClick={() => (noted.trim() === (asked ?? '') ? void refetch() : setAsked(noted.trim() || undefined))}
          >
            <Trans>Verify now</Trans>
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
