import type { AlertMessage, NotifiedAlert, NotifiedList } from './alert-message.js';

/** What is posted to a contact's url; the same text at every attempt. */
export function postOf({
  kind,
  content: { organization, at, open, ended, isLastForNow },
}: Pick<AlertMessage, 'kind' | 'content'>): string {
  return JSON.stringify({
    type: kind,
    timestamp: at,
    data: {
      organization: { id: organization.id, name: organization.name },
      alerts: open.alerts.map(alertOf),
      total: open.total,
      ...(ended ? endedOf(ended) : {}),
      more_in_digest: isLastForNow,
    },
  });
}

function endedOf({ alerts, total }: NotifiedList): object {
  return { ended: alerts.map(alertOf), ended_total: total };
}

function alertOf({ id, event, subjectId, subjectName, detail, facts, raisedAt, resolvedAt }: NotifiedAlert): object {
  return {
    id,
    event,
    subject: { id: subjectId, name: subjectName },
    detail,
    facts,
    raised_at: raisedAt,
    resolved_at: resolvedAt,
  };
}
