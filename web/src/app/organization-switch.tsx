import { useLingui } from '@lingui/react/macro';
import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client';
import { pageOf } from '../api/types';
import { useActFor } from './act-for';
import { useMay, useSession } from './session';

/** The organization that is acted for: one's own, or one beneath it. It is in the address. */
export default function OrganizationSwitch() {
  const { t } = useLingui();
  const session = useSession();
  const mayRead = useMay('organizations:read');
  const { org } = useSearch({ from: '/shell' });
  const choose = useActFor();
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed, 150);
  const own = session?.organization;
  const { data } = useQuery({
    queryKey: ['organizations-to-choose', wanted],
    enabled: mayRead && own !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const filter = wanted ? { filter: JSON.stringify({ name: { like: `%${wanted}%` } }) } : {};
      const header = own ? { 'X-Organization-Id': own.id } : {};
      const query = { page_size: 25, sort: 'name:asc', ...filter };
      const answer = await api.GET('/organizations', { params: { query, header }, signal });
      return pageOf<{ readonly id: string; readonly name: string }>(answer.data!);
    },
  });
  if (!own) return null;
  const others = (data?.rows ?? []).filter(({ id }) => id !== own.id);
  if (others.length === 0 && typed === '' && !org)
    return (
      <Text c="dimmed" truncate visibleFrom="xs">
        {own.name}
      </Text>
    );
  const choices = [own, ...others].map(({ id, name }) => ({ value: id, label: name }));
  if (org && !choices.some(({ value }) => value === org)) choices.push({ value: org, label: org });
  return (
    <Select
      aria-label={t`Organization`}
      size="xs"
      w={{ base: 130, xs: 220 }}
      searchable
      allowDeselect={false}
      data={choices}
      filter={({ options }) => options}
      value={org ?? own.id}
      onSearchChange={(text) => setTyped(choices.some(({ label }) => label === text) ? '' : text)}
      onChange={choose}
    />
  );
}
