import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Badge, Button, Code, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { ProblemNotice } from '../../parts/page-state';
import { Time } from '../../parts/time';

/** Whether nobody changed the past, as of when; a head noted earlier shows whether the end was cut off. */
export function ChainBadge() {
  const { t } = useLingui();
  const [noted, setNoted] = useState('');
  // Recomputing a long chain takes seconds and keeps the service busy: it begins when somebody asks.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['audit-chain'],
    enabled: false,
    queryFn: async ({ signal }) => {
      const query = noted.trim() ? { noted: noted.trim() } : {};
      return (await api.GET('/audit/verify', { params: { query }, signal })).data!;
    },
    // What was found stays, with its time, until somebody asks again.
    gcTime: Number.POSITIVE_INFINITY,
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
                Chain verified, <Time at={data.verified_at} />
              </Trans>
            ) : (
              <Trans>The chain is broken</Trans>
            )}
          </Badge>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Audit chain`} maw="calc(100vw - 1rem)">
        <Stack gap="sm">
          {error ? (
            <ProblemNotice problem={error} retry={() => void refetch()} />
          ) : !data ? (
            <Text size="sm">
              <Trans>
                Every entry is chained to the one before. Verifying recomputes the whole chain: about ten seconds per
                million entries.
              </Trans>
            </Text>
          ) : (
            <>
              {data.broken && (
                <Alert color="red" role="alert" title={t`An audit entry was changed`}>
                  {[data.broken.reason, data.broken.position, data.broken.entry_id].filter(Boolean).join(' · ')}
                </Alert>
              )}
              <Text size="sm">
                <Trans>
                  {data.entries} entries in {data.blocks} blocks verified; {data.waiting} not yet in a block.
                </Trans>
              </Text>
              {data.head && (
                <>
                  <Text size="sm">
                    <Trans>
                      Save this outside Usher. You can enter it here later to check that no entries are missing:
                    </Trans>
                  </Text>
                  <Code block tabIndex={0}>
                    {data.head.number}:{data.head.hash}
                  </Code>
                </>
              )}
            </>
          )}
          <TextInput
            label={t`Earlier checkpoint`}
            value={noted}
            onChange={({ currentTarget: { value } }) => setNoted(value)}
          />
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            <Trans>Verify now</Trans>
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
