import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

export type Alert = Api<'AlertDto'>;
type AlertEvent = NonNullable<Api<'AlertContactInputDto'>['events']>[number];

/** Each kind of state that people are told of, as a person would say it. */
export function useAlertWords(): Readonly<Record<AlertEvent, string>> {
  const { t } = useLingui();
  return {
    'connection.quarantined': t`A system refused a connection`,
    'connection.silent': t`A connection is silent`,
    'connection.console_unreachable': t`A console cannot be reached`,
    'connection.accounts_refused': t`A console refuses accounts`,
    'plan.held': t`A plan needs approval`,
    'endings.held': t`Leavers need approval`,
    'file.refused': t`A file was rejected`,
    'delivery.waiting': t`Credentials cannot be sent`,
    'certificate.expiring': t`A certificate expires`,
    'webhook.failing': t`A webhook is failing`,
    'webhook.disabled': t`A webhook was disabled`,
    'portal.guessing': t`Repeated failed sign-ins on a portal`,
    'portal.controller_unreachable': t`A controller cannot be reached`,
    'portal.gateway_unknown': t`Unknown or missing gateway`,
    'session.not_ended': t`An access point does not end sessions`,
    'posting.unclear': t`A charge needs review`,
    'report.undelivered': t`A report cannot be delivered`,
    'operator.emergency_sign_in': t`An owner signed in without single sign-on`,
    'digest.daily': t`Daily summary`,
  };
}

/** The same of one alert, where a kind has several. */
export function useAlertTitle(): (alert: Pick<Alert, 'event' | 'facts'>) => string {
  const { t } = useLingui();
  const words = useAlertWords();
  return ({ event, facts }) => {
    if (event !== 'portal.gateway_unknown') return words[event];
    return facts.gateways === 0 ? t`A portal without a gateway` : t`Unknown gateway`;
  };
}
