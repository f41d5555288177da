import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { type RepeatHeaders, useRepeatable } from '../api/repeatable';
import { type Api, pageOf } from '../api/types';
import { makeByPreset, offeredPresets } from '../pages/voucher-presets/preset-records';
import { ButtonPopover } from '../parts/button-popover';
import { ProblemNotice } from '../parts/page-state';
import { deskGroups } from './desk-records';
import { NetworkChoice, useCardNetwork } from './network-choice';
import { PaperChoice, usePaper } from './paper-choice';
import { print, voucherCards } from './print';

const counts = [1, 5, 10];
const hourSeconds = 3600;
/** Of more, the codes are on paper alone. */
const mostShown = 10;

interface Wanted {
  readonly count?: number;
  /** What a batch usually is, in place of the choices here. */
  readonly preset?: string;
}

/** Vouchers for whoever has no account: so many, for so long, out of the printer. */
export default function Vouchers() {
  const { t, i18n } = useLingui();
  const [isOpen, { toggle, close }] = useDisclosure();
  const [paper] = usePaper();
  const network = useCardNetwork();
  const [hours, setHours] = useLocalStorage({ key: 'usher.desk.hours', defaultValue: '24' });
  const [group, setGroup] = useLocalStorage({ key: 'usher.desk.group', defaultValue: '' });
  const groups = useQuery({ ...deskGroups, enabled: isOpen });
  const presets = useQuery({ ...offeredPresets, enabled: isOpen });
  const chosen = groups.data?.find(({ id }) => id === group) ?? groups.data?.[0];
  const make = useRepeatable(({ preset, ...batch }: Batch & { readonly preset: string | undefined }, headers) =>
    preset ? makeByPreset(preset, headers) : madeOf(batch, headers),
  );
  const making = useMutation({
    mutationFn: async ({ count = 1, preset }: Wanted) => {
      const made = make({ preset, group: chosen?.id ?? '', count, seconds: Number(hours) * hourSeconds });
      const printing = { layout: paper, locale: i18n.locale, network };
      await print(made.then((vouchers) => voucherCards(vouchers[0]!.batch, printing)));
      return (await made).map(({ code }) => code);
    },
  });
  const lengths = { '1': t`1 hour`, '4': t`4 hours`, '24': t`1 day`, '72': t`3 days`, '168': t`1 week` };
  return (
    <ButtonPopover label={t`Vouchers`} isOpen={isOpen} toggle={toggle} close={close} position="bottom-end">
      <Stack gap="xs">
        {presets.data?.map(({ id, name, count }) => (
          <Button key={id} loading={making.isPending} onClick={() => making.mutate({ preset: id })}>
            {`${name} · ${count}`}
          </Button>
        ))}
        <NativeSelect
          label={t`Group`}
          value={chosen?.id ?? ''}
          data={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => setGroup(currentTarget.value)}
        />
        <NativeSelect
          label={t`Duration from first use`}
          value={hours}
          data={Object.entries(lengths).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => setHours(currentTarget.value)}
        />
        <PaperChoice />
        <NetworkChoice />
        <Group grow>
          {counts.map((count) => (
            <Button
              key={count}
              disabled={!chosen}
              loading={making.isPending}
              aria-label={t`Create and print ${count}`}
              onClick={() => making.mutate({ count })}
            >
              {count}
            </Button>
          ))}
        </Group>
        {making.data && (
          <Text role="status">
            {making.data.length > mostShown ? (
              <Plural value={making.data.length} one="# voucher created" other="# vouchers created" />
            ) : (
              <>
                <Trans>Created:</Trans> {making.data.join(', ')}
              </>
            )}
          </Text>
        )}
        {(making.error ?? groups.error) && <ProblemNotice problem={(making.error ?? groups.error)!} />}
      </Stack>
    </ButtonPopover>
  );
}

interface Batch {
  readonly group: string;
  readonly count: number;
  readonly seconds: number;
}

async function madeOf({ group, count, seconds }: Batch, headers: RepeatHeaders): Promise<readonly Api<'VoucherDto'>[]> {
  const { data } = await api.POST('/vouchers', { body: { table_id: group, count, duration: seconds }, headers });
  return pageOf<Api<'VoucherDto'>>(data as never).rows;
}
