import { useLingui } from '@lingui/react/macro';
import { Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../app/session';
import { AsCurl } from '../as-curl';
import type { FormField, Values } from '../form/form-field';
import { ResourceForm } from '../form/resource-form';
import { GoneNotice, isGone, PageLoading, ProblemNotice } from '../page-state';
import { ConfirmButton } from './confirm-button';
import { RecordHistory } from './record-history';
import type { Resource } from './resource';
import { SideDrawer } from '../side-drawer';

/** How one record is shown and changed. */
export interface RecordView<Row> {
  readonly resource: Resource<Row>;
  /** The permissions' area: `devices` of `devices:write`. */
  readonly area: string;
  readonly titleOf: (row: Row) => string;
  /** Undefined: the record is only shown. */
  readonly fields?: readonly FormField[];
  /** In their place, where records differ. */
  readonly fieldsOf?: (row: Row) => readonly FormField[];
  /** Some records are not for everybody who may write others. */
  readonly mayChange?: (row: Row) => boolean;
  /** Of one that is not made yet. Without it, none is made here. */
  readonly unmade?: {
    readonly title: string;
    readonly values: Values;
    /** Where they are not those of a change. */
    readonly fields?: readonly FormField[];
    readonly above?: ReactNode;
  };
  /** The body of a change, where the API replaces what lies deeper as a whole. */
  readonly bodyOf?: (changes: Values, before: Values) => Values;
  /** What saving the form as it is would do; `id` is that of the record, undefined for a new one. */
  readonly preview?: (body: Values | null, id: string | undefined) => ReactNode;
  /** Above the form: what else is known, what can be done. */
  readonly above?: (row: Row) => ReactNode;
  readonly below?: (row: Row) => ReactNode;
  readonly removal?: {
    readonly label: string;
    readonly question: (row: Row) => string;
    readonly consequence: string;
    readonly word?: (row: Row) => string;
  };
  /** Is told what the API answers to a new one: it may have a secret that is shown only then. */
  readonly onMade?: (row: Row) => void;
}

export interface DrawerProps<Row> {
  readonly view: RecordView<Row>;
  /** `new`: one that is not made yet. */
  readonly id: string;
  /** Without an id: the drawer closes. */
  readonly onLeave: (id?: string) => void;
}

/** A record beside its list: its form, what can be done with it, who changed it, and the call behind it. */
export function RecordDrawer<Row extends { readonly id: string }>({ view, id, onLeave }: DrawerProps<Row>) {
  const { t } = useLingui();
  const { resource, fields = [], unmade, bodyOf, titleOf } = view;
  const queryClient = useQueryClient();
  const mayWrite = useMay(`${view.area}:write`);
  const mayChange = (row: Row) => mayWrite && view.mayChange?.(row) !== false;
  const isNew = id === 'new';
  // While it is being removed nothing asks for it any more: the stream may tell of it before the answer does.
  const [removed, setRemoved] = useState<string>();
  const key = [resource.name, 'record', id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => resource.read(id),
    enabled: !isNew && removed !== id,
    ...(resource.meta ? { meta: resource.meta } : {}),
    ...(resource.refetchInterval ? { refetchInterval: resource.refetchInterval } : {}),
  });
  const again = () => queryClient.invalidateQueries({ queryKey: [resource.name] });
  const blank = { values: unmade?.values ?? {}, etag: undefined };
  const isGoneNow = isGone(error);
  const title = isNew ? unmade?.title : data && titleOf(data.row);
  const untitled = isGoneNow ? t`This no longer exists` : t`Loading`;
  return (
    <SideDrawer onClose={() => onLeave()} size="lg" title={title ?? untitled}>
      {isNew ? (
        <Stack>
          {unmade?.above}
          <ResourceForm
            fields={unmade?.fields ?? fields}
            isNew
            preview={view.preview && ((body) => view.preview?.(body, undefined))}
            record={blank}
            read={() => Promise.resolve(blank)}
            save={async (changes) => {
              const values = { ...blank.values, ...changes };
              const made = await resource.create(bodyOf ? bodyOf(values, blank.values) : values);
              view.onMade?.(made.row);
              await again();
              // The form has to hear first that it is saved, or it would ask whether to leave what was typed.
              setTimeout(() => onLeave(made.row.id));
              return made;
            }}
          />
        </Stack>
      ) : data ? (
        <Stack>
          <GoneNotice problem={error} />
          {view.above?.(data.row)}
          {(view.fields ?? view.fieldsOf) && (
            <ResourceForm
              key={id}
              fields={view.fieldsOf?.(data.row) ?? fields}
              record={data}
              read={() => resource.read(id)}
              save={async (changes, etag, over) => {
                const saved = await resource.change(id, bodyOf ? bodyOf(changes, over.values) : changes, etag);
                queryClient.setQueryData(key, saved);
                await again();
                return saved;
              }}
              preview={view.preview && ((body) => view.preview?.(body, id))}
              disabled={isGoneNow || !mayChange(data.row)}
            />
          )}
          {view.below?.(data.row)}
          {/* An entry of the audit has none itself. */}
          {resource.name !== 'audit' && <RecordHistory id={id} />}
          <Group justify="space-between">
            {view.removal && !isGoneNow && mayChange(data.row) && (
              <ConfirmButton
                label={view.removal.label}
                question={view.removal.question(data.row)}
                consequence={view.removal.consequence}
                word={view.removal.word?.(data.row)}
                run={async () => {
                  setRemoved(id);
                  await resource.remove(id).catch((problem: unknown) => {
                    setRemoved(undefined);
                    throw problem;
                  });
                  onLeave();
                  await again();
                }}
              />
            )}
            <AsCurl path={`/${resource.name}/${id}`} />
          </Group>
        </Stack>
      ) : error ? (
        <ProblemNotice problem={error} {...(isGoneNow ? {} : { retry: () => void refetch() })} />
      ) : (
        <PageLoading />
      )}
    </SideDrawer>
  );
}
