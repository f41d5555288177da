import { Trans, useLingui } from '@lingui/react/macro';
import {
  Button,
  Fieldset,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import type { Api } from '../../api/types';
import type { OwnInputProps } from '../../parts/form/form-field';

type Client = Api<'NetworkClientInputDto'>;

const vendors = [
  'generic',
  'aruba',
  'cambium',
  'cisco',
  'coova',
  'extreme',
  'fortinet',
  'grandstream',
  'huawei',
  'juniper',
  'meraki',
  'mikrotik',
  'mist',
  'nomadix',
  'omada',
  'openwrt',
  'other',
  'ruckus',
  'ubiquiti',
  'unifi',
] as const;
const exampleRange = '10.20.0.0/24';

/** The access points that may ask, each with its secret. */
export function ClientsInput({ value, onChange, problemOf, disabled }: OwnInputProps) {
  const { t } = useLingui();
  const clients = value as readonly Client[];
  const problem = problemOf();
  return (
    <Fieldset legend={t`Access points`}>
      <Stack>
        {clients.map((client, index) => (
          <ClientLine
            key={client.id ?? index}
            client={client}
            disabled={disabled}
            problemOf={(part) => problemOf(`${index}.${part}`)}
            onChange={(changes) => onChange(clients.map((each, at) => (at === index ? { ...each, ...changes } : each)))}
            onRemove={() => onChange(clients.filter((_, at) => at !== index))}
          />
        ))}
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        {!disabled && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => onChange([...clients, { address: '' }])}
          >
            <Trans>Add an access point</Trans>
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}

interface LineProps {
  readonly client: Client;
  readonly disabled: boolean;
  readonly problemOf: (part: string) => string | undefined;
  readonly onChange: (changes: Partial<Client>) => void;
  readonly onRemove: () => void;
}

function ClientLine({ client, disabled, problemOf, onChange, onRemove }: LineProps) {
  const { t } = useLingui();
  const { address, short_name, vendor, secret, coa_port, require_message_authenticator } = client;
  const isByTls = client.radsec === 1;
  const plain = (part: string) => ({ disabled, error: problemOf(part) });
  return (
    <Stack gap="xs">
      <Group align="start">
        <TextInput
          label={t`Address or range`}
          placeholder={exampleRange}
          {...plain('address')}
          value={address}
          onChange={({ currentTarget }) => onChange({ address: currentTarget.value })}
        />
        <TextInput
          label={t`Short name`}
          {...plain('short_name')}
          value={short_name ?? ''}
          onChange={({ currentTarget }) => onChange({ short_name: currentTarget.value || undefined })}
        />
        <Select
          label={t`Vendor`}
          {...plain('vendor')}
          allowDeselect={false}
          data={vendors}
          value={vendor ?? 'generic'}
          onChange={(chosen) => onChange({ vendor: chosen as Client['vendor'] })}
        />
        {!isByTls && (
          <>
            <PasswordInput
              label={t`Shared secret`}
              {...plain('secret')}
              autoComplete="off"
              miw={180}
              placeholder={client.id ? t`Set. Type a new one to replace it` : t`Empty: generated`}
              visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
              value={secret ?? ''}
              onChange={({ currentTarget }) => onChange({ secret: currentTarget.value || undefined })}
            />
            <NumberInput
              label={t`CoA port`}
              {...plain('coa_port')}
              allowDecimal={false}
              value={coa_port ?? 3799}
              onChange={(port) => onChange({ coa_port: Number(port) })}
            />
          </>
        )}
      </Group>
      <Group justify="space-between">
        <Group>
          <Switch
            label={t`RadSec: identified by certificate`}
            disabled={disabled}
            checked={isByTls}
            onChange={({ currentTarget }) => onChange({ radsec: currentTarget.checked ? 1 : 0 })}
          />
          {!isByTls && (
            <Switch
              label={t`Refuse requests without Message-Authenticator`}
              disabled={disabled}
              checked={require_message_authenticator !== 0}
              onChange={({ currentTarget }) =>
                onChange({ require_message_authenticator: currentTarget.checked ? 1 : 0 })
              }
            />
          )}
        </Group>
        {!disabled && (
          <Button variant="default" size="compact-sm" aria-label={t`Remove ${address}`} onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </Group>
    </Stack>
  );
}
