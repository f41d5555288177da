import { useLingui } from '@lingui/react/macro';
import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { Api } from '../../api/types';
import type { Lookup, OwnInputProps } from '../../parts/form/form-field';
import { RecordInput } from '../../parts/form/record-input';
import { RowsInput } from './rows-input';

type Tier = Api<'PortalTierDto'>;

const hour = 3600;

/** Where the groups of guests are looked up. */
export const groups: Lookup = { resource: 'user-groups', by: 'name' };

/** Better access for money. */
export function TiersInput(props: OwnInputProps) {
  const { t } = useLingui();
  const currencies = [...new Set(['EUR', 'CHF', 'CZK', 'GBP', 'USD', ...Intl.supportedValuesOf('currency')])];
  const blank: Tier = {
    name: '',
    price: 0,
    currency: 'EUR',
    group: '',
    duration: 24 * hour,
    pay: 'room',
    at_check_out: 'keep',
  };
  return (
    <RowsInput<Tier> {...props} most={10} blank={blank} titleOf={({ name }, place) => name || t`Tier ${place}`}>
      {(row, change, problemOf) => {
        const unit = 10 ** digitsOf(row.currency);
        return (
          <>
            <TextInput
              label={t`Name on the page and bill`}
              value={row.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
              disabled={props.disabled}
              error={problemOf('name')}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NumberInput
                label={t`Price`}
                min={0}
                decimalScale={digitsOf(row.currency)}
                value={row.price / unit}
                onChange={(price) => change({ price: Math.round(Number(price) * unit) })}
                disabled={props.disabled}
                error={problemOf('price')}
              />
              <Select
                label={t`Currency`}
                searchable
                allowDeselect={false}
                data={currencies}
                value={row.currency}
                onChange={(currency) => currency && change({ currency })}
                disabled={props.disabled}
                error={problemOf('currency')}
              />
              <NumberInput
                label={t`Hours`}
                min={0}
                decimalScale={2}
                value={row.duration / hour}
                onChange={(hours) => change({ duration: Math.round(Number(hours) * hour) })}
                disabled={props.disabled}
                error={problemOf('duration')}
              />
              <RecordInput
                lookup={groups}
                label={t`User group`}
                value={row.group}
                onChange={(group) => change({ group: group ?? '' })}
                disabled={props.disabled}
                error={problemOf('group')}
              />
              <Select
                label={t`Paid`}
                allowDeselect={false}
                data={[
                  { value: 'room', label: t`Room charges` },
                  { value: 'card', label: t`Card payment` },
                ]}
                value={row.pay}
                onChange={(pay) => change({ pay: pay === 'card' ? 'card' : 'room' })}
                disabled={props.disabled}
                error={problemOf('pay')}
              />
              <Select
                label={t`At check-out`}
                allowDeselect={false}
                data={[
                  { value: 'keep', label: t`Valid for the time paid for` },
                  { value: 'end', label: t`It ends` },
                ]}
                value={row.at_check_out ?? 'keep'}
                onChange={(ending) => change({ at_check_out: ending === 'end' ? 'end' : 'keep' })}
                disabled={props.disabled}
              />
            </SimpleGrid>
          </>
        );
      }}
    </RowsInput>
  );
}

function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
