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
      use: t`Names the access points that may ask who is let in.`,
      link: { to: '/networks', search: { id: 'new' }, label: t`Add a network` },
    },
    access_point: {
      title: t`An access point was heard`,
      use: t`Shows that address and shared secret are right on both sides.`,
      link: { to: '/networks', search: {}, label: t`See who was heard` },
    },
    connection: {
      title: t`A connection has told of people`,
      use: t`Whoever checks in gets Wi-Fi by herself, and loses it when she leaves.`,
      link: { to: '/connections', search: {}, label: t`To the connections` },
    },
    time_zone: {
      title: t`Where the house stands`,
      use: t`Until its time zone is said, all times are those of UTC, on the pages for guests, too.`,
      link: { to: '/organizations', search: { id: organizationId }, label: t`Say the time zone` },
    },
    person_online: {
      title: t`Somebody was online`,
      use: t`Shows that the way is whole, from the account to the internet.`,
      link: { to: '/online', search: {}, label: t`See who is online` },
    },
    portal: {
      title: t`A device came to a portal`,
      use: t`Guests see your page by themselves, without asking at the reception.`,
      link: { to: '/portals', search: {}, label: t`To the portals` },
    },
    mail_server: {
      title: t`A mail server`,
      use: t`Without it nobody is reached by mail. Whoever runs the service sets USHER_SMTP_URL.`,
    },
    second_operator: {
      title: t`A second operator`,
      use: t`Somebody else gets in when the first is ill or has lost the password.`,
      link: { to: '/operators', search: { id: 'new' }, label: t`Invite somebody` },
    },
  };
}
