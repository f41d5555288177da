import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

export type Alert = Api<'AlertDto'>;
type AlertEvent = NonNullable<Api<'AlertContactInputDto'>['events']>[number];

/** Each kind of state that people are told of, as a person would say it. */
export function useAlertWords(): Readonly<Record<AlertEvent, string>> {
  const { t } = useLingui();
  return {
    'connection.quarantined': t`A connection was refused outside`,
    'connection.silent': t`A connection is silent`,
    'plan.held': t`A plan waits for a decision`,
    'endings.held': t`Endings wait for a decision`,
    'file.refused': t`A file was refused`,
    'delivery.waiting': t`Credentials cannot be sent`,
    'certificate.expiring': t`A certificate expires`,
    'webhook.failing': t`A webhook takes nothing`,
    'webhook.disabled': t`A webhook was switched off`,
    'portal.guessing': t`Somebody guesses at a portal`,
    'portal.controller_unreachable': t`A controller cannot be reached`,
    'portal.gateway_unknown': t`A gateway is unknown`,
    'session.not_ended': t`An access point ends no sessions`,
    'posting.unclear': t`A charge is unclear`,
    'report.undelivered': t`A report does not arrive`,
    'digest.daily': t`What happened, once a day`,
  };
}
