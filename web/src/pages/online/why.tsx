import { Trans } from '@lingui/react/macro';
import { Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Api } from '../../api/types';
import { Time } from '../../parts/time';

type Link = Api<'OnlineDto'>['why'][number];
type Params = Readonly<Record<string, unknown>>;

/** Why a device may be here, from the record of the outside system to the rule: each link follows from the one above. */
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
          Stays in room {room}, says {system}.
        </Trans>
      ) : (
        <Trans>
          Has a stay in room {room}, says {system}.
        </Trans>
      );
    }
    case 'employment':
      return <Trans>Works here, says {system}.</Trans>;
    case 'visit':
      return <Trans>Visits, says {system}.</Trans>;
    case 'presence':
      return <Trans>Came in by a door, says {system}.</Trans>;
    case 'membership':
      return <Trans>Is a member, says {system}.</Trans>;
    case 'entitlement':
      return params.valid_until ? (
        <Trans>That gives access until {instant('valid_until')}.</Trans>
      ) : (
        <Trans>That gives access, without an end so far.</Trans>
      );
    case 'user':
      return params.made_by === 'connection' ? (
        <Trans>The account {name} follows it.</Trans>
      ) : params.made_by === 'provider' ? (
        <Trans>The account {name} is of a person whom a sign-in provider knows.</Trans>
      ) : params.made_by === 'portal' ? (
        <Trans>The account {name} was made by a captive portal.</Trans>
      ) : (
        <Trans>The account {name} was made by hand.</Trans>
      );
    case 'voucher':
      return <Trans>The voucher {name} signed in.</Trans>;
    case 'device':
      return <Trans>The device {name} is registered and came in by its address.</Trans>;
    case 'certificate':
      return <Trans>The certificate {name} signed in.</Trans>;
    case 'unknown_guest':
      return <Trans>The network lets unknown devices in.</Trans>;
    case 'waiting_at_portal': {
      const portal = text(params, 'portal');
      return <Trans>Not online yet: the page {portal} is all that it reaches.</Trans>;
    }
    case 'registration': {
      const portal = text(params, 'portal');
      return (
        <Trans>
          Came in by the page {portal} on {instant('since')}.
        </Trans>
      );
    }
    case 'group':
      return <Trans>The group {name} says what the account gets.</Trans>;
    case 'policy':
      return params.decisive ? (
        <Trans>The policy {name} decides: permitted.</Trans>
      ) : (
        <Trans>The policy {name} applies, too.</Trans>
      );
    case 'no_policy':
      return <Trans>No policy is against it.</Trans>;
  }
}
