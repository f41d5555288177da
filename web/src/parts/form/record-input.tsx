import { useLingui } from '@lingui/react/macro';
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { pageOf } from '../../api/types';
import type { Lookup } from './form-field';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** What people know the record with this id by, as soon as it is known. */
export function useNameOf({ resource, by }: Lookup, id: string | null | undefined): string | undefined {
  const one = `/${resource}/{id}` as '/users/{id}';
  const { data } = useQuery({
    queryKey: [resource, 'name', id],
    queryFn: async ({ signal }) => (await api.GET(one, { params: { path: { id: id ?? '' } }, signal })).data as unknown,
    enabled: Boolean(id),
    retry: false,
  });
  const name = (data as Row | undefined)?.[by];
  return typeof name === 'string' ? name : undefined;
}

/** Another record, found by a part of its name. */
export function RecordInput({ lookup, value, ...input }: SelectProps & { readonly lookup: Lookup }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [isLookedAt, setIsLookedAt] = useState(false);
  const [wanted] = useDebouncedValue(typed, 200);
  const current = useNameOf(lookup, value);
  const { resource, by } = lookup;
  const all = `/${resource}` as '/users';
  // Once chosen, the box holds the name itself: what else there is stays on offer.
  const part = wanted === current ? '' : wanted.trim();
  const { data } = useQuery({
    queryKey: [resource, 'names', part],
    queryFn: async ({ signal }) => {
      const filter = part ? { filter: JSON.stringify({ [by]: { like: `%${part}%` } }) } : {};
      const query = { page_size: 20, sort: `${by}:asc`, ...filter };
      return pageOf<Row>((await api.GET(all, { params: { query }, signal })).data!).rows;
    },
    // Most forms are read, or changed elsewhere: the others are asked for once somebody looks for one.
    enabled: isLookedAt,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const offers = (data ?? []).map((row) => ({ value: row.id, label: String(row[by]) }));
  if (value && !offers.some((offer) => offer.value === value)) offers.unshift({ value, label: current ?? value });
  return (
    <Select
      {...input}
      value={value || null}
      data={offers}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      onDropdownOpen={() => setIsLookedAt(true)}
      nothingFoundMessage={data && t`Nothing found`}
    />
  );
}
