import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SpanSearch } from './report-search';

interface Props {
  readonly search: SpanSearch;
  readonly usual: string;
  readonly onSpan: (span: SpanSearch) => void;
}

const own = 'own';

/** The time that a report is of: usual spans, or from and until by the site's clock. */
export function Period({ search, usual, onSpan }: Props) {
  const { t } = useLingui();
  const spans: Readonly<Record<string, { readonly label: string; readonly span: SpanSearch }>> = {
    '-4h': { label: t`Last 4 hours`, span: { earliest: '-4h' } },
    '-24h': { label: t`Last 24 hours`, span: { earliest: '-24h' } },
    '@d': { label: t`Today`, span: { earliest: '@d' } },
    '-1d@d to @d': { label: t`Yesterday`, span: { earliest: '-1d@d', latest: '@d' } },
    '-7d': { label: t`Last 7 days`, span: { earliest: '-7d' } },
    '-1w@w to @w': { label: t`Last week`, span: { earliest: '-1w@w', latest: '@w' } },
    '-30d': { label: t`Last 30 days`, span: { earliest: '-30d' } },
    '-1mon@mon to @mon': { label: t`Last month`, span: { earliest: '-1mon@mon', latest: '@mon' } },
  };
  const { earliest = usual, latest } = search;
  const key = latest ? `${earliest} to ${latest}` : earliest;
  const known = key in spans;
  const [isOwn, setIsOwn] = useState(!known);
  return (
    <Group align="end">
      <Select
        label={t`Period`}
        allowDeselect={false}
        data={[
          ...Object.entries(spans).map(([value, { label }]) => ({ value, label })),
          { value: own, label: t`From … until …` },
        ]}
        value={isOwn || !known ? own : key}
        onChange={(value) => {
          setIsOwn(value === own);
          const chosen = value === null ? undefined : spans[value];
          if (chosen) onSpan(chosen.span);
        }}
      />
      {(isOwn || !known) && (
        <OwnPeriod key={key} earliest={known ? '' : earliest} latest={latest ?? ''} onSpan={onSpan} />
      )}
    </Group>
  );
}

function OwnPeriod({ earliest, latest, onSpan }: Required<SpanSearch> & Pick<Props, 'onSpan'>) {
  const { t } = useLingui();
  const [from, setFrom] = useState(earliest);
  const [until, setUntil] = useState(latest);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (from) onSpan({ earliest: from, ...(until ? { latest: until } : { latest: 'now' }) });
      }}
    >
      <Group align="end">
        <TextInput
          type="datetime-local"
          label={t`From`}
          value={from.slice(0, 16)}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={t`Until`}
          value={until.slice(0, 16)}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          <Trans>Show</Trans>
        </Button>
      </Group>
    </form>
  );
}
