import { Trans } from '@lingui/react/macro';
import { Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Api } from '../../api/types';
import { Time } from '../../parts/time';

type Link = Api<'OnlineDto'>['why'][number];
type Params = Readonly<Record<string, unknown>>;

/**
 * Why a device may be here, from the record of the outside system to the rule: each link follows from the one above.
 */
export function Why({ links }: { readonly links: readonly Link[] }) {
  return (
    <Timeline bulletSize={14} lineWidth={2} active={links.length}>
      {links.map(({ kind, id, params }, index) => (
        <Timeline.Item key={`${kind}-${id ?? index}`}>
          <Sentence kind={kind} params={params} />
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function text(params: Params, name: string): string {
  const value = params[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function Sentence({ kind, params }: { readonly kind: Link['kind']; readonly params: Params }): ReactNode {
  const name = text(params, 'name');
  const system = text(params, 'connection');
  const instant = (field: string) => <Time at={text(params, field) || null} />;
  switch (kind) {
    case 'stay': {
      const room = text(params, 'room');
      return params.status === 'in_house' ? (
        <Trans>
          Stays in room {room}, according to {system}.
        </Trans>
      ) : (
        <Trans>
          Stays in room {room}, according to {system}.
        </Trans>
      );
    }
    case 'employment':
      return <Trans>Works here, according to {system}.</Trans>;
    case 'visit':
      return <Trans>Visiting, according to {system}.</Trans>;
    case 'presence':
      return <Trans>Entered through a door, according to {system}.</Trans>;
    case 'membership':
      return <Trans>Is a member, according to {system}.</Trans>;
    case 'entitlement':
      return params.valid_until ? (
        <Trans>Gives access until {instant('valid_until')}.</Trans>
      ) : (
        <Trans>Gives access with no end date.</Trans>
      );
    case 'user':
      return params.made_by === 'connection' ? (
        <Trans>Account {name} follows it.</Trans>
      ) : params.made_by === 'provider' ? (
        <Trans>Account {name} belongs to a person of a sign-in provider.</Trans>
      ) : params.made_by === 'portal' ? (
        <Trans>Account {name} was created by a captive portal.</Trans>
      ) : (
        <Trans>Account {name} was created manually.</Trans>
      );
    case 'voucher':
      return <Trans>Signed in with voucher {name}.</Trans>;
    case 'device':
      return <Trans>The device {name} is registered and signed in by MAC address.</Trans>;
    case 'certificate':
      return <Trans>Signed in with certificate {name}.</Trans>;
    case 'unknown_guest':
      return <Trans>The network lets unknown devices in.</Trans>;
    case 'waiting_at_portal': {
      const portal = text(params, 'portal');
      return <Trans>Not online yet: it can only reach the portal {portal}.</Trans>;
    }
    case 'registration': {
      const portal = text(params, 'portal');
      return (
        <Trans>
          Signed in on portal {portal} on {instant('since')}.
        </Trans>
      );
    }
    case 'group':
      return <Trans>Group {name} sets what the account gets.</Trans>;
    case 'policy':
      return params.decisive ? (
        <Trans>Policy {name} decides: allowed.</Trans>
      ) : (
        <Trans>Policy {name} also applies.</Trans>
      );
    case 'no_policy':
      return <Trans>No policy denies it.</Trans>;
  }
}
