import type { Alert } from '../alert/alert.js';
import type { NotifiedAlert, NotifiedList } from './alert-message.js';

/** Names some alerts and counts the others. */
export const mostNamed = 25;

export const emptyList: NotifiedList = { alerts: [], total: 0 };

export function notifiedList(alerts: readonly Alert[], total = alerts.length): NotifiedList {
  return { alerts: alerts.slice(0, mostNamed).map(toldAlert), total };
}

function toldAlert({ id, event, subjectId, subjectName, detail, facts, raisedAt, resolvedAt }: Alert): NotifiedAlert {
  return { id, event, subjectId, subjectName, detail, facts, raisedAt, resolvedAt };
}
