import type { GroupPolicyDto } from './group-policy.dto.js';

/** What a member's session gets, under the names of API and column. The group does not set absent values. */
export type GroupPolicy = Readonly<GroupPolicyDto>;
