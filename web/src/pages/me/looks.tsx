import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Select, SimpleGrid, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Api } from '../../api/types';
import { languages } from '../../app/languages';
import { preferencesQuery, savePreferences } from '../../app/preferences';
import { PageLoading, ProblemNotice } from '../../parts/page-state';

/** Language, zone and looks: kept by the service, in force here at once and wherever one signs in. */
const lockMinutes = [1, 2, 5, 10, 15, 30, 60];

export function Looks() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(preferencesQuery);
  const saving = useMutation({
    mutationFn: (changes: Api<'PreferencesChangeDto'>) => savePreferences(queryClient, changes),
  });
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : <PageLoading />;
  const save = (changes: Api<'PreferencesChangeDto'>) => saving.mutate(changes);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label={t`Language`}
          value={data.language ?? ''}
          data={[
            { value: '', label: t`Same as browser` },
            ...Object.entries(languages).map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            save({ language: (value || null) as Api<'PreferencesChangeDto'>['language'] })
          }
        />
        <Select
          label={t`Your time zone`}
          placeholder={t`Same as browser`}
          value={data.time_zone}
          data={zones}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t`Same as browser` }}
          nothingFoundMessage={t`Nothing found`}
          limit={50}
          onChange={(value) => save({ time_zone: value })}
        />
        <NativeSelect
          label={t`Theme`}
          value={data.theme}
          data={[
            { value: 'system', label: t`Same as system` },
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
            { value: 'contrast', label: t`High contrast` },
          ]}
          onChange={({ currentTarget: { value } }) => save({ theme: value as 'dark' })}
        />
        <NativeSelect
          label={t`Row height`}
          value={data.density}
          data={[
            { value: 'comfortable', label: t`Comfortable` },
            { value: 'compact', label: t`Compact` },
          ]}
          onChange={({ currentTarget: { value } }) => save({ density: value as 'compact' })}
        />
        <NativeSelect
          label={t`Lock the desk after (minutes)`}
          value={String(data.desk_lock_minutes)}
          data={[...new Set([...lockMinutes, data.desk_lock_minutes])].toSorted((a, b) => a - b).map(String)}
          onChange={({ currentTarget: { value } }) => save({ desk_lock_minutes: Number(value) })}
        />
      </SimpleGrid>
      <Switch
        label={t`Single-key shortcuts`}
        description={t`Turn them off if you use speech input.`}
        checked={data.shortcuts === 1}
        onChange={({ currentTarget: { checked } }) => save({ shortcuts: checked ? 1 : 0 })}
      />
      {saving.error && <ProblemNotice problem={saving.error} />}
    </>
  );
}
