import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type QueryClient, replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useMay } from '../../app/session';
import { AsCurl } from '../../parts/as-curl';
import type { Values } from '../../parts/form/form-field';
import { type KeptInput, type ReadRecord, ResourceForm } from '../../parts/form/resource-form';
import { PageProblem } from '../../parts/page-problem';
import { PageLoading } from '../../parts/page-state';
import { ConfirmButton } from '../../parts/record/confirm-button';
import { RecordHistory } from '../../parts/record/record-history';
import { GatewaySetup } from './gateway-setup';
import { Pictures } from './pictures';
import { usePortalFields } from './portal-fields';
import { portalBody, portalQuery, type ReadPortal, readPortal, removePortal, savePortal } from './portal-record';
import { languageCodes, type Method } from './portal-words';
import { Preview } from './preview';
import { Sign } from './sign';
import type { PortalSearch } from './search';

const route = getRouteApi('/shell/portals/$id');

export const askFirst = (queryClient: QueryClient, _search: unknown, { id }: { readonly id: string }) =>
  queryClient.prefetchQuery(portalQuery(id));

/** What is typed stays as long as this browser window, while other pages are looked at. */
const keptInputs = new Map<string, KeptInput>();

/** A portal: everything that guests see of it, beside the page itself. */
export function PortalPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(portalQuery(id));
  if (!data) return error ? <PageProblem problem={error} retry={() => void refetch()} /> : <PageLoading />;
  return <Editor key={id} read={data} />;
}

function Editor({ read }: { readonly read: ReadPortal }) {
  const { portal } = read;
  const { id, slug } = portal;
  const asked = route.useSearch();
  // An address may have been typed by hand.
  const search = { ...asked, lang: languageCodes.find((code) => code === asked.lang) };
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const mayWrite = useMay('captive-portals:write');
  const [draft, setDraft] = useState<Values>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  // What says the same as before is the same: else the whole form is drawn once more.
  const tellProblems = useCallback(
    (found: Readonly<Record<string, string>>) => setProblems((before) => replaceEqualDeep(before, found)),
    [setProblems],
  );
  const latest = useRef<ReadRecord>(read);
  const languages = (draft.languages ?? portal.languages) as readonly string[];
  const language = search.lang ?? languages[0] ?? languageCodes[0];
  const methods = (draft.methods ?? portal.methods) as readonly Method[];
  const tiers = (draft.tiers ?? portal.tiers) as readonly { readonly pay: string }[];
  const fields = usePortalFields({ methods, language, takesCards: tiers.some(({ pay }) => pay === 'card') });
  const kept = useMemo(
    () => ({
      read: () => keptInputs.get(id),
      write: (input?: KeptInput) => void (input ? keptInputs.set(id, input) : keptInputs.delete(id)),
    }),
    [id],
  );
  const onSearch = (next: PortalSearch) => void navigate({ search: next, replace: true });
  const accept = (saved: ReadPortal) => {
    latest.current = saved;
    queryClient.setQueryData(portalQuery(id).queryKey, saved);
    void queryClient.invalidateQueries({ queryKey: ['portals'] });
  };
  return (
    <Stack>
      <Stack gap="xs">
        <Anchor size="sm" renderRoot={(props) => <Link to="/portals" search={{}} {...props} />}>
          <Trans>Captive portals</Trans>
        </Anchor>
        <Group justify="space-between">
          <Title order={1}>{portal.name}</Title>
          <AsCurl path={`/captive-portals/${id}`} />
        </Group>
        <Text>
          <Anchor href={`/p/${slug}`} target="_blank" rel="noreferrer">
            {`${window.location.origin}/p/${slug}`}
          </Anchor>
        </Text>
      </Stack>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Stack miw={0}>
          <ResourceForm
            fields={fields}
            record={read}
            read={async () => (latest.current = await readPortal(id))}
            save={async (changes, etag) => {
              const saved = await savePortal(id, portalBody(changes, latest.current.values), etag);
              accept(saved);
              return saved;
            }}
            onChanges={(changes) =>
              setDraft((before) => replaceEqualDeep(before, portalBody(changes, latest.current.values)))
            }
            problems={problems}
            kept={kept}
            disabled={!mayWrite}
          />
          {mayWrite && <Pictures portal={portal} onChanged={accept} />}
          <Sign id={id} />
          <GatewaySetup id={id} etag={read.etag} />
          <RecordHistory id={id} />
          {mayWrite && <Removal portal={portal} onRemoved={() => void navigate({ to: '/portals', search: {} })} />}
        </Stack>
        <Preview
          id={id}
          etag={read.etag}
          draft={draft}
          languages={languages}
          search={search}
          onSearch={onSearch}
          onProblems={tellProblems}
        />
      </SimpleGrid>
    </Stack>
  );
}

function Removal({ portal, onRemoved }: { readonly portal: ReadPortal['portal']; readonly onRemoved: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { id, name } = portal;
  return (
    <Group>
      <ConfirmButton
        label={t`Delete the portal`}
        question={t`Delete ${name}?`}
        consequence={t`Guests of its network will have no page to sign in.`}
        run={async () => {
          await removePortal(id);
          keptInputs.delete(id);
          onRemoved();
          await queryClient.invalidateQueries({ queryKey: ['portals'] });
        }}
      />
    </Group>
  );
}
