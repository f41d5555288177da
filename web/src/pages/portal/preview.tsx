import { Trans, useLingui } from '@lingui/react/macro';
import {
  Alert,
  Box,
  Group,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Title,
  useMantineStyleNonce,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiProblem } from '../../api/problem';
import { ProblemNotice } from '../../parts/page-state';
import type { Values } from '../../parts/form/form-field';
import { type Previewed, previewOf } from './portal-record';
import { languageCodes, languageName, useMethodWords, useViewWords, type View } from './portal-words';
import type { PortalSearch } from './search';
import { widths } from './widths';

interface Props {
  readonly id: string;
  /** Another one is another page: its pictures may have changed. */
  readonly etag: string | undefined;
  readonly draft: Values;
  readonly languages: readonly string[];
  readonly search: PortalSearch;
  readonly onSearch: (search: PortalSearch) => void;
  /** What cannot be saved like that, by field. */
  readonly onProblems: (problems: Readonly<Record<string, string>>) => void;
}

/** The guest's page itself, with what is not saved yet: in a frame that runs no script and leads nowhere. */
export function Preview({ id, etag, draft, languages, search, onSearch, onProblems }: Props) {
  const { t } = useLingui();
  const views = useViewWords();
  const methods = useMethodWords();
  const { lang, view = 'first', width = 390 } = search;
  const styleNonce = useMantineStyleNonce()?.() ?? '';
  const wanted: Previewed = { draft, page: view as View, language: lang };
  const [asked] = useDebouncedValue(wanted, 300);
  const { data, error } = useQuery({
    queryKey: ['portal-preview', id, etag, asked],
    queryFn: () => previewOf(id, asked, styleNonce),
    retry: false,
    gcTime: 0,
  });
  const last = useRef(data);
  if (data) last.current = data;
  const shown = data ?? last.current;
  const problem = error instanceof ApiProblem ? error : undefined;
  const inDraft = problemsIn(problem);
  const told = JSON.stringify(inDraft);
  useEffect(() => {
    onProblems(JSON.parse(told) as Record<string, string>);
  }, [told, onProblems]);
  // What is no page of this portal any more gives way to the first.
  const isGone = problem?.byField.page !== undefined;
  useEffect(() => {
    if (isGone) onSearch({ ...search, view: undefined });
  }, [isGone, onSearch, search]);
  const isOther = problem !== undefined && !isGone && Object.keys(inDraft).length === 0;
  const offered = languages.length > 0 ? languages : languageCodes;
  return (
    <Stack
      component="section"
      aria-labelledby="preview"
      pos={{ base: 'static', lg: 'sticky' }}
      top="calc(var(--app-shell-header-height, 0px) + var(--mantine-spacing-md))"
      style={{ alignSelf: 'start', minWidth: 0 }}
    >
      <Title order={2} size="h4" id="preview">
        <Trans>Guest view</Trans>
      </Title>
      <Group align="end">
        <Select
          label={t`Page`}
          allowDeselect={false}
          data={(shown?.pages ?? ['first']).map((page) => ({ value: page, label: views[page] }))}
          value={view}
          onChange={(page) => onSearch({ ...search, view: page && page !== 'first' ? page : undefined })}
        />
        <Select
          label={t`Language`}
          allowDeselect={false}
          data={offered.map((code) => ({ value: code, label: languageName(code) }))}
          value={lang ?? offered[0]}
          onChange={(code) => onSearch({ ...search, lang: code ?? undefined })}
        />
        <SegmentedControl
          aria-label={t`Width of the screen`}
          transitionDuration={0}
          data={widths.map((each) => ({ value: String(each), label: `${each} px` }))}
          value={String(width)}
          onChange={(each) => onSearch({ ...search, width: widths.find((known) => String(known) === each) })}
        />
      </Group>
      {Object.keys(inDraft).length > 0 && (
        <Alert color="yellow" title={t`The page before the last change`}>
          {Object.values(inDraft).join(' ')}
        </Alert>
      )}
      {isOther && <ProblemNotice problem={problem} />}
      {shown && shown.left_out.length > 0 && (
        <Alert color="yellow" title={t`Guests cannot use this yet`}>
          {shown.left_out.map((each) => methods[each as keyof typeof methods].title).join(', ')}.{' '}
          <Trans>E-mail, SMS, an approver domain or a provider is missing.</Trans>
        </Alert>
      )}
      {shown && (
        <>
          <Box
            role="region"
            tabIndex={0}
            aria-label={t`Preview, scrolls sideways`}
            style={{ overflowX: 'auto', maxWidth: '100%' }}
          >
            <Paper withBorder w={width + 2}>
              <iframe
                title={t`Preview of the page`}
                sandbox=""
                srcDoc={shown.html}
                width={width}
                height={width === 844 ? 390 : 640}
                style={{ border: 'none', display: 'block', background: '#fff' }}
              />
            </Paper>
          </Box>
          <Contrast {...shown.colours} />
        </>
      )}
    </Stack>
  );
}

interface ContrastProps {
  readonly contrast_with_page: number;
  readonly contrast_of_text: number;
}

function Contrast({ contrast_with_page, contrast_of_text }: ContrastProps) {
  const { i18n } = useLingui();
  const page = i18n.number(contrast_with_page);
  const text = i18n.number(contrast_of_text);
  return (
    <Text size="sm">
      <Trans>
        Button contrast: {page} against the page (at least 3), {text} for the text (at least 4.5).
      </Trans>
    </Text>
  );
}

/** By the field's place in the portal. */
function problemsIn(problem: ApiProblem | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(problem?.byField ?? {});
  return Object.fromEntries(
    entries.flatMap(([place, detail]) => (place.startsWith('draft.') ? [[place.slice(6), detail]] : [])),
  );
}
