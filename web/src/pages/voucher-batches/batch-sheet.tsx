import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Select, Stack, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../../parts/download';
import { ProblemNotice } from '../../parts/page-state';
import { type Sheet, sheetLanguages, sheetLayouts, sheetOf, type VoucherBatch } from './batch-records';

/** On paper: the whole batch, or what of it is still to be given away. */
export function BatchSheet({ batch: { id, unused, active } }: { readonly batch: VoucherBatch }) {
  const { t, i18n } = useLingui();
  const [layout, setLayout] = useState<Sheet['layout']>('a4');
  const [language, setLanguage] = useState<Sheet['language']>(
    sheetLanguages.find((each) => each === i18n.locale) ?? 'en',
  );
  const papers = {
    a4: t`A4, 24 cards per sheet`,
    receipt: t`Receipt printer, 80 mm`,
    badge: t`Labels, 62 mm`,
    card_85x54: t`Card, 85 × 54 mm`,
    label_89x36: t`Label, 89 × 36 mm`,
    label_62x29: t`Label, 62 × 29 mm`,
  };
  const languages = new Intl.DisplayNames(i18n.locale, { type: 'language' });
  const printing = useMutation({
    mutationFn: async (which: Pick<Sheet, 'status'>) => {
      download(await sheetOf({ batch: id, layout, language, ...which }), 'vouchers.pdf');
    },
  });
  if (unused + active === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        <Trans>On paper</Trans>
      </Title>
      <Group align="end">
        <Select
          label={t`Paper`}
          allowDeselect={false}
          data={sheetLayouts.map((value) => ({ value, label: papers[value] }))}
          value={layout}
          onChange={(value) => setLayout((value as Sheet['layout'] | null) ?? 'a4')}
        />
        <Select
          label={t`Language`}
          allowDeselect={false}
          data={sheetLanguages.map((value) => ({ value, label: languages.of(value) ?? value }))}
          value={language}
          onChange={(value) => setLanguage((value as Sheet['language'] | null) ?? 'en')}
        />
      </Group>
      <Group>
        <Button
          variant="default"
          disabled={unused === 0}
          loading={printing.isPending}
          onClick={() => printing.mutate({ status: 'unused' })}
        >
          <Trans>PDF of {unused} unused</Trans>
        </Button>
        {active > 0 && (
          <Button variant="default" loading={printing.isPending} onClick={() => printing.mutate({})}>
            <Trans>PDF including used ones</Trans>
          </Button>
        )}
      </Group>
      {printing.error && <ProblemNotice problem={printing.error} />}
    </Stack>
  );
}
