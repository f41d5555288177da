import { Anchor, Button, Group, Title } from '@mantine/core';
import { lazy, type ReactNode, Suspense, use, useEffect } from 'react';
import { firstPageDrawn } from '../../app/first-page';
import { useMay } from '../../app/session';
import { type Column, DataTable } from '../data-table';
import type { FilterField } from '../filter-box';
import type { RecordSearch } from '../list-search';
import { Empty } from '../page-state';
import type { BulkAction } from './bulk-actions';
import { drawerScript } from './drawer-script';
import type { DrawerProps, RecordView } from './record-drawer';

const bulkScript = () => import('./bulk-actions');
const BulkActions = lazy(async () => ({ default: (await bulkScript()).BulkActions }));

interface Props<Row> {
  readonly title: string;
  readonly view: RecordView<Row>;
  /** The first opens the record. */
  readonly columns: readonly Column<Row>[];
  readonly filters: readonly FilterField[];
  readonly add?: string;
  readonly empty: { readonly title: string; readonly hint: string };
  readonly search: RecordSearch;
  readonly onSearch: (search: RecordSearch) => void;
  /** What can be done to many at once, by those who may write them. */
  readonly bulk?: readonly BulkAction[];
  /** Beside the button that adds one. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The records of a resource as a list; the one that is open lies beside it, and is in the address. */
export function RecordList<Row extends { readonly id: string }>(props: Props<Row>) {
  const { title, view, add, bulk, search, onSearch } = props;
  const { id, ...list } = search;
  const mayWrite = useMay(`${view.area}:write`);
  const mayBulk = useMay('bulk:write');
  const open = (wanted: string) => onSearch({ ...list, id: wanted });
  useEffect(() => void fetchedLater(), []);
  const [first, ...others] = props.columns;
  const columns = first
    ? [
        {
          ...first,
          cell: (row: Row) => (
            <Anchor component="button" ta="start" aria-haspopup="dialog" onClick={() => open(row.id)}>
              {first.cell(row)}
            </Anchor>
          ),
        },
        ...others,
      ]
    : [];
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1}>{title}</Title>
        <Group>
          {props.actions}
          {mayWrite && add && (
            <Button aria-haspopup="dialog" onClick={() => open('new')}>
              {add}
            </Button>
          )}
        </Group>
      </Group>
      {props.children}
      <DataTable
        label={title}
        columns={columns}
        fields={props.filters}
        query={view.resource.list(list)}
        search={list}
        onSearch={onSearch}
        empty={<Empty title={props.empty.title}>{props.empty.hint}</Empty>}
        {...(bulk && mayWrite && mayBulk
          ? {
              actions: ({ ids, all, total, clear }) => (
                <Suspense fallback={null}>
                  <BulkActions
                    resource={view.resource.name}
                    actions={bulk}
                    selected={all ? { matching: list } : { ids }}
                    count={all ? total : ids.length}
                    clear={clear}
                  />
                </Suspense>
              ),
            }
          : {})}
      />
      {id !== undefined && (
        <Suspense fallback={null}>
          <Drawer
            key={id}
            view={view}
            id={id}
            onLeave={(made) => onSearch(made === undefined ? list : { ...list, id: made })}
          />
        </Suspense>
      )}
    </>
  );
}

/** There by the time that somebody opens a record, or selects some. */
async function fetchedLater(): Promise<void> {
  await firstPageDrawn();
  // What cannot be loaded now is loaded when it is needed.
  await Promise.all([drawerScript(), bulkScript()]).catch(() => undefined);
}

function Drawer<Row extends { readonly id: string }>(props: DrawerProps<Row>) {
  const { RecordDrawer } = use(drawerScript());
  return <RecordDrawer {...props} />;
}
