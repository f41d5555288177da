import type { Instant } from '../../kernel/clock.js';
import type { GroupPolicy } from '../user-groups/group-policy.js';

export const conditionFields = ['group', 'ssid', 'auth_method', 'device_type', 'time', 'client'] as const;
export type ConditionField = (typeof conditionFields)[number];

export const conditionOperators = ['eq', 'ne', 'in', 'not_in', 'like', 'gt', 'gte', 'lt', 'lte'] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** As RADIUS sees it; MAC: a device that signs in by its address. */
export const authMethods = ['PAP', 'CHAP', 'MSCHAPv2', 'PEAP', 'EAP-TTLS', 'EAP-TLS', 'MAC'] as const;

/** `value` was checked against field and operator: condition-rules.ts. */
export interface PolicyCondition {
  readonly field: ConditionField;
  readonly op: ConditionOperator;
  readonly value: string | readonly string[];
}

export interface PolicyFields {
  /** Unique in its organization, regardless of case. */
  readonly name: string;
  readonly description: string | null;
  /** Lower numbers come first. */
  readonly priority: number;
  readonly enabled: boolean;
  readonly match: 'all' | 'any';
  /** Empty: the policy applies to everybody. */
  readonly conditions: readonly PolicyCondition[];
  readonly effect: 'permit' | 'deny';
  /** Entries that replace the group's; nothing with `deny`. */
  readonly reply: GroupPolicy;
}

export interface Policy extends PolicyFields {
  readonly id: string;
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export function policyNameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

/** Ids of the groups that conditions name. */
export function groupsNamed(conditions: readonly PolicyCondition[]): string[] {
  return [...new Set(conditions.filter(({ field }) => field === 'group').flatMap(({ value }) => value))];
}
