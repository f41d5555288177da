import { Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import type { ListSearch } from './list-search';

interface Props {
  readonly total: number;
  readonly search: ListSearch;
  readonly onSearch: (search: ListSearch) => void;
}

/** The exact total, the page, and how long pages are. */
export function Pager({ total, search, onSearch }: Props) {
  const { t, i18n } = useLingui();
  const { page = 1, size = 25 } = search;
  const count = i18n.number(total);
  const pages = Math.max(1, Math.ceil(total / size));
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" role="status">
        <Trans>{count} total</Trans>
      </Text>
      <Pagination
        size="sm"
        hideWithOnePage={page === 1}
        total={pages}
        value={page}
        onChange={(wanted) => onSearch({ ...search, page: wanted })}
        withEdges
        getControlProps={(control) => ({
          'aria-label': { first: t`First page`, last: t`Last page`, next: t`Next page`, previous: t`Previous page` }[
            control
          ],
        })}
        getItemProps={(number) => ({ 'aria-label': t`Page ${number}` })}
      />
      {total > 25 && (
        <NativeSelect
          size="xs"
          w={90}
          aria-label={t`Rows per page`}
          data={['25', '50', '100']}
          value={String(size)}
          onChange={({ currentTarget }) => onSearch({ ...search, size: Number(currentTarget.value) as 25, page: 1 })}
        />
      )}
    </Group>
  );
}
