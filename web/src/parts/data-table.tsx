import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, LoadingOverlay, Table, Text, UnstyledButton } from '@mantine/core';
import {
  columnVisibilityFeature,
  createColumnHelper,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ListPage } from '../api/types';
import { ColumnChoice } from './column-choice';
import { FilterBox, type FilterField } from './filter-box';
import { filterOf } from './filter-words';
import type { ListSearch } from './list-search';
import { Pager } from './pager';
import { SavedViews } from './saved-views';
import { Empty, PageLoading, ProblemNotice } from './page-state';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** The API sorts by it. */
  readonly sortable?: boolean;
  /** Not shown until somebody asks for it. */
  readonly isExtra?: boolean;
}

/** A page of the list, as TanStack Query asks for it. */
export interface ListRequest<Row> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (call: { readonly signal: AbortSignal }) => Promise<ListPage<Row>>;
  /** Where the stream of changes does not tell of them: how often they are looked at. */
  readonly refetchInterval?: number;
  /** Topics of the stream of changes, where the key does not begin with its own. */
  readonly meta?: { readonly topics: readonly string[] };
}

interface Props<Row> {
  /** What a screen reader calls the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly fields?: readonly FilterField[];
  readonly query: ListRequest<Row>;
  readonly search: ListSearch;
  readonly onSearch: (search: ListSearch) => void;
  /** What the filter box takes besides: free words. */
  readonly words?: string;
  /** When nothing is there at all: what would fill the list. */
  readonly empty: ReactNode;
  /** What can be done with those that are selected; `all`: with everything that matches. */
  readonly actions?: (selected: {
    readonly ids: readonly string[];
    readonly all: boolean;
    readonly total: number;
    readonly clear: () => void;
  }) => ReactNode;
}

/** Which rows are selected, and of which filter. */
interface Chosen {
  readonly filter: string | undefined;
  readonly rowSelection: RowSelectionState;
  /** Everything that matches, over all pages. */
  readonly isAll: boolean;
}

const nothing: Chosen = { filter: undefined, rowSelection: {}, isAll: false };

/** On a narrow window a list is scrolled sideways, rather than that every cell is a column of syllables. */
const leastWidth = (columns: number) => Math.max(500, Math.min(columns * 150, 900), columns * 120);

/**
 * As Table.Tr and Table.Td look: by themselves, these and the boxes of a page of rows take longer than all else of it.
 */
const rowLook = { className: `${Table.classes.tr} mantine-Table-tr`, 'data-with-row-border': true, 'data-hover': true };
const cellLook = `${Table.classes.td} mantine-Table-td`;

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

/** A list of the API: filter, order, page and columns are in the address, everything is decided by the service. */
export function DataTable<Row extends { readonly id: string }>(props: Props<Row>) {
  const { label, columns, fields = [], search, onSearch, actions } = props;
  const { t } = useLingui();
  // Left out, they would find everything, and what is done with all that match would be done to everybody.
  const stray = props.words === undefined ? filterOf(search.q ?? '').words : '';
  const example = fields[0] && exampleOf(fields[0], stray);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...props.query,
    enabled: stray === '',
    placeholderData: keepPreviousData,
  });
  const filter = search.q ?? '';
  const [chosen, setChosen] = useState<Chosen>(nothing);
  // Of another filter, all that matches are others, and single rows are out of sight.
  const { rowSelection, isAll } = chosen.filter === filter ? chosen : nothing;
  const extras = columns.flatMap(({ id, isExtra }) => (isExtra ? [id] : [])).join(',');
  const hidden = useMemo(() => new Set((search.hide ?? extras).split(',')), [search.hide, extras]);
  const ids = columns.map(({ id }) => id).join(' ');
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return helper.columns(ids.split(' ').map((id) => helper.display({ id })));
  }, [ids]);
  const rows = useMemo(() => [...(data?.rows ?? [])], [data]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: ({ id }) => id,
    enableRowSelection: actions !== undefined,
    onRowSelectionChange: (change) =>
      setChosen({
        filter,
        isAll: false,
        rowSelection: typeof change === 'function' ? change(rowSelection) : change,
      }),
    state: { rowSelection, columnVisibility: Object.fromEntries([...hidden].map((id) => [id, false])) },
  });
  const selected = Object.keys(rowSelection).filter((id) => rowSelection[id]);
  const onPage = rows.filter(({ id }) => rowSelection[id]).length;
  const clear = () => setChosen(nothing);
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / (search.size ?? 25)));
  useEffect(() => {
    // Its records were deleted, or the address is from before: elsewhere there are some.
    if (data?.rows.length === 0 && data.total > 0 && !isPlaceholderData && (search.page ?? 1) > lastPage)
      onSearch({ ...search, page: lastPage });
  });
  // There before the rows are: what is typed meanwhile is not lost.
  const tools = (
    <Group mb="xs" align="flex-start">
      <FilterBox
        fields={fields}
        {...(props.words ? { words: props.words } : {})}
        value={search.q ?? ''}
        onChange={(q) => onSearch({ ...search, q, page: 1 })}
      />
      <SavedViews />
      <ColumnChoice columns={columns} hidden={hidden} onChange={(hide) => onSearch({ ...search, hide })} />
    </Group>
  );
  if (stray !== '')
    return (
      <Box pos="relative">
        {tools}
        <Empty title={t`“${stray}” is not a field`}>
          {example && <Text role="status">{t`Specify the field that contains it: ${example}`}</Text>}
        </Empty>
      </Box>
    );
  if (!data)
    return (
      <Box pos="relative">
        {tools}
        {isPending ? <PageLoading /> : <ProblemNotice problem={error ?? new Error('')} retry={() => void refetch()} />}
      </Box>
    );
  return (
    <Box pos="relative">
      {tools}
      {error && <ProblemNotice problem={error} retry={() => void refetch()} />}
      {actions && selected.length > 0 && (
        <Group mb="xs" role="status">
          <Text size="sm">
            {isAll ? <Trans>All {data.total} matches</Trans> : <Trans>{selected.length} selected</Trans>}
          </Text>
          {!isAll && table.getIsAllRowsSelected() && data.total > selected.length && (
            <UnstyledButton onClick={() => setChosen({ ...chosen, isAll: true })} td="underline" fz="sm">
              <Trans>Select all {data.total} that match</Trans>
            </UnstyledButton>
          )}
          {actions({ ids: selected, all: isAll, total: data.total, clear })}
        </Group>
      )}
      <LoadingOverlay visible={isPlaceholderData} overlayProps={{ backgroundOpacity: 0.3 }} />
      {rows.length === 0 ? (
        search.q ? (
          <Empty title={t`No results match this filter`} />
        ) : (
          props.empty
        )
      ) : (
        <Table.ScrollContainer
          type="native"
          minWidth={leastWidth(table.getVisibleLeafColumns().length)}
          tabIndex={0}
          role="region"
          aria-label={label}
        >
          <Table highlightOnHover aria-label={label}>
            <Table.Thead>
              <Table.Tr>
                {actions && (
                  <Table.Th w={36}>
                    <input
                      ref={(box) => {
                        if (box) box.indeterminate = onPage > 0 && onPage < rows.length;
                      }}
                      type="checkbox"
                      className="row-choice"
                      aria-label={t`Select page`}
                      checked={table.getIsAllRowsSelected()}
                      onChange={table.getToggleAllRowsSelectedHandler()}
                    />
                  </Table.Th>
                )}
                {table.getVisibleLeafColumns().map((column) => {
                  const { sortable, title } = columns.find(({ id }) => id === column.id) ?? { title: '' };
                  return (
                    <SortableHead
                      key={column.id}
                      id={column.id}
                      title={title}
                      isSortable={sortable === true}
                      {...{ search, onSearch }}
                    />
                  );
                })}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {table.getRowModel().rows.map((row) => (
                <tr key={row.id} {...rowLook} data-selected={row.getIsSelected() || undefined}>
                  {actions && (
                    <td className={cellLook}>
                      <input
                        type="checkbox"
                        className="row-choice"
                        aria-label={t`Select`}
                        checked={row.getIsSelected()}
                        onChange={row.getToggleSelectedHandler()}
                      />
                    </td>
                  )}
                  {row.getVisibleCells().map((cell) => (
                    <td key={cell.id} className={cellLook}>
                      {/* Called, not made a component of: one of each render's own would lose the focus within it. */}
                      {columns.find(({ id }) => id === cell.column.id)?.cell(row.original)}
                    </td>
                  ))}
                </tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Pager total={data.total} search={search} onSearch={onSearch} />
    </Box>
  );
}

function exampleOf({ name }: FilterField, words: string): string {
  return `${name}:~${words.includes(' ') ? `"${words}"` : words}`;
}

interface HeadProps {
  readonly id: string;
  readonly title: string;
  readonly isSortable: boolean;
  readonly search: ListSearch;
  readonly onSearch: (search: ListSearch) => void;
}

function SortableHead({ id, title, isSortable, search, onSearch }: HeadProps) {
  const [field, direction] = (search.sort ?? '').split(':');
  const sorted = field === id ? (direction === 'desc' ? 'descending' : 'ascending') : undefined;
  const next = sorted === undefined ? `${id}:asc` : sorted === 'ascending' ? `${id}:desc` : undefined;
  if (!isSortable) return <Table.Th scope="col">{title}</Table.Th>;
  return (
    <Table.Th scope="col" aria-sort={sorted ?? 'none'}>
      <UnstyledButton fw={700} fz="sm" onClick={() => onSearch({ ...search, sort: next, page: 1 })}>
        {title} <span aria-hidden="true">{sorted === 'ascending' ? '▲' : sorted === 'descending' ? '▼' : ''}</span>
      </UnstyledButton>
    </Table.Th>
  );
}
