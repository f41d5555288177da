import { useLingui } from '@lingui/react/macro';
import type { LinkProps } from '@tanstack/react-router';
import { useSession } from '../../app/session';
import type { Api } from '../../api/types';

export type Step = Api<'SetupPointDto'>['step'];

export interface StepWords {
  readonly title: string;
  /** What the house has of it. */
  readonly use: string;
  /** Where it is done, and what leads there. */
  readonly link?: Pick<LinkProps, 'to' | 'search'> & { readonly label: string };
}

export function useStepWords(): Readonly<Record<Step, StepWords>> {
  const { t } = useLingui();
  const organizationId = useSession()?.organization.id;
  return {
    network: {
      title: t`A network`,
      use: t`Lists the access points that may send sign-in requests.`,
      link: { to: '/networks', search: { id: 'new' }, label: t`Add a network` },
    },
    access_point: {
      title: t`An access point has connected`,
      use: t`Confirms that the address and shared secret match on both sides.`,
      link: { to: '/networks', search: {}, label: t`See active access points` },
    },
    connection: {
      title: t`A connection has reported people`,
      use: t`Guests get Wi-Fi when they check in, and lose it when they leave.`,
      link: { to: '/connections', search: {}, label: t`Go to connections` },
    },
    time_zone: {
      title: t`Time zone`,
      use: t`Until it is set, all times are in UTC, including on guest pages.`,
      link: { to: '/organizations', search: { id: organizationId }, label: t`Set the time zone` },
    },
    person_online: {
      title: t`Somebody has been online`,
      use: t`Confirms that everything works, from the account to the internet.`,
      link: { to: '/online', search: {}, label: t`See who is online` },
    },
    portal: {
      title: t`A device opened a portal`,
      use: t`The page opens by itself on guests' phones.`,
      link: { to: '/portals', search: {}, label: t`Go to portals` },
    },
    mail_server: {
      title: t`A mail server`,
      use: t`Without it no e-mail can be sent. Your server administrator sets USHER_SMTP_URL.`,
    },
    second_operator: {
      title: t`A second operator`,
      use: t`So that somebody else can sign in if the first operator is away or has lost the password.`,
      link: { to: '/operators', search: { id: 'new' }, label: t`Invite operator` },
    },
  };
}
