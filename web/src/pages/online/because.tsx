import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Online } from './online-records';

type Link = Online['why'][number];

/** Why a device may be here, in two words and the system that says so: where the chain begins. */
export function Because({ session: { why } }: { readonly session: Online }) {
  const made = why.find(({ kind, params }) => kind === 'user' && params.made_by === 'portal');
  const first = made === why[0] ? (why.find(({ kind }) => kind === 'registration') ?? made) : why[0];
  if (!first) return null;
  const system = first.params.connection;
  return (
    <>
      <Reason link={first} />
      {typeof system === 'string' && (
        <Text size="xs" c="dimmed">
          {system}
        </Text>
      )}
    </>
  );
}

function Reason({ link: { kind, params } }: { readonly link: Link }): ReactNode {
  const { room, name, portal } = params as Readonly<Record<string, string | undefined>>;
  switch (kind) {
    case 'stay':
      return room ? <Trans>Room {room}</Trans> : <Trans>Stay</Trans>;
    case 'employment':
      return <Trans>Employment</Trans>;
    case 'visit':
      return <Trans>Visit</Trans>;
    case 'presence':
      return <Trans>In the building</Trans>;
    case 'membership':
      return <Trans>Membership</Trans>;
    case 'voucher':
      return <Trans>Voucher {name}</Trans>;
    case 'certificate':
      return <Trans>Certificate {name}</Trans>;
    case 'device':
      return <Trans>Registered device</Trans>;
    case 'registration':
      return <Trans>Portal {portal}</Trans>;
    case 'waiting_at_portal':
      return <Trans>At the portal</Trans>;
    case 'unknown_guest':
      return <Trans>Unknown devices are let in</Trans>;
    default:
      return <Trans>Account {name}</Trans>;
  }
}
