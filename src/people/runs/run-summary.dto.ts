import { LinksDto } from '../../http/hal/hal.dto.js';
import type { RunSummary } from './run-summaries.repository.js';

export class KindCountDto {
  /** As in the plan: removal, ending, approved, removed and the like. */
  kind: string;
  /** Items of that kind. */
  count: number;
}

export class GroupCountDto {
  /** As in the plan. */
  kind: string;
  /** Null: no account in the built-in console, or one without a group. */
  table_id: string | null;
  /** The group's name. */
  group: string | null;
  /** Items of that kind about accounts of the group. */
  count: number;
}

export class OnlinePersonDto {
  /** The record that the plan is about. */
  subject_id: string;
  /** The record's key at the vendor. */
  key: string;
  /** Room of the stay; null: not a stay. */
  room: string | null;
  /** The account's. */
  user_id: string;
  /** The account's name. */
  username: string;
  /** Open sessions, at most one for each device. */
  sessions: number;
}

export class RunSummaryDto extends LinksDto {
  /** The run's. */
  id: string;
  /** As of the run itself. */
  status: string;
  /** What to approve: the hash of exactly this plan. */
  plan_hash: string | null;
  /** The plan by what it does. */
  by_kind: KindCountDto[];
  /** The plan by what it does and to which group's accounts. */
  by_group: GroupCountDto[];
  /** How many of the people who would lose access are online now, in the built-in console. */
  online_count: number;
  /** Up to 100 of them, ordered by name. */
  online: OnlinePersonDto[];
}

export function runSummaryDto(id: string, summary: RunSummary): Omit<RunSummaryDto, '_links'> {
  return {
    id,
    status: summary.status,
    plan_hash: summary.planHash,
    by_kind: [...summary.kinds],
    by_group: summary.groups.map(({ kind, groupId, group, count }) => ({ kind, table_id: groupId, group, count })),
    online_count: summary.onlineCount,
    online: summary.online.map(({ subjectId, key, room, userId, username, sessions }) => ({
      subject_id: subjectId,
      key,
      room,
      user_id: userId,
      username,
      sessions,
    })),
  };
}
