import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../app/session';
import { deskNetworks } from './desk-records';

/** Those that a card can carry; one that the house has no more is not chosen any more. */
function useNetworks() {
  const { data = [] } = useQuery({ ...deskNetworks, enabled: useMay('vouchers:read') });
  const [stored, choose] = useLocalStorage({
    key: 'usher.desk.network',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const chosen = data.find(({ id }) => id === stored)?.id;
  return { networks: data, chosen, choose };
}

/** Id of the Wi-Fi on the cards of this desk; undefined: the service decides it for each of them. */
export function useCardNetwork(): string | undefined {
  return useNetworks().chosen;
}

/** Whose Wi-Fi stands on a card, where the house has several; it is remembered at this desk. */
export function NetworkChoice() {
  const { t } = useLingui();
  const { networks, chosen, choose } = useNetworks();
  if (networks.length < 2) return null;
  return (
    <NativeSelect
      aria-label={t`Wi-Fi on the card`}
      maw={220}
      value={chosen ?? ''}
      data={[
        { value: '', label: t`Wi-Fi chosen automatically` },
        ...networks.map(({ id, ssid }) => ({ value: id, label: ssid })),
      ]}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}
