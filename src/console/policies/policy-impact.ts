import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Clock, type Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { isAbout } from './access-condition.js';
import type { AccessFacts } from './access-facts.js';
import { type EvaluatedPolicy, evaluatePolicies, type Evaluation } from './evaluate-policies.js';
import { PoliciesRepository } from './policies.repository.js';
import type { PolicyFields } from './policy.js';
import { type ExaminedUser, PolicyImpactRepository } from './policy-impact.repository.js';

/** Of more users a sample is taken. */
const mostUsers = 20_000;
/** Between batches other requests are served. */
const atOnce = 200;
const mostShown = 50;
/** Of a policy that is not saved. */
const draftId = '00000000-0000-7000-8000-0000000000ff';

export type PolicyDraft = Partial<PolicyFields> &
  Pick<PolicyFields, 'name' | 'effect'> & { readonly replaces?: string | null };

export interface ChangedUser {
  readonly examined: ExaminedUser;
  readonly before: Evaluation;
  readonly after: Evaluation;
}

export interface PolicyImpact {
  readonly at: Instant;
  /** Users of the organization. */
  readonly population: number;
  readonly examined: number;
  /** Those whose sign-in the policy is about. */
  readonly concerned: number;
  readonly denied: number;
  readonly permitted: number;
  /** Let in before and after, with another reply. */
  readonly replied: number;
  readonly changed: readonly ChangedUser[];
}

/** Whom an unsaved policy would affect. Changes nothing. */
@Injectable()
export class PolicyImpacts {
  constructor(
    private readonly policies: PoliciesRepository,
    private readonly users: PolicyImpactRepository,
    private readonly clock: Clock,
  ) {}

  async impact(context: Context, { replaces, ...draft }: PolicyDraft): Promise<PolicyImpact> {
    const at = this.clock.instant();
    const present = await this.policies.enabled(context);
    if (replaces && !(await this.policies.table.find(context, replaces)))
      throw Problem.invalidField('replaces', `There is no policy ${replaces}`);
    const policy: EvaluatedPolicy = {
      priority: 0,
      enabled: true,
      match: 'all',
      conditions: [],
      reply: {},
      ...draft,
      id: replaces ?? draftId,
    };
    const wanted = [...present.filter(({ id }) => id !== replaces), policy];
    const found = await this.users.users(context, mostUsers, at);
    const count = { concerned: 0, denied: 0, permitted: 0, replied: 0 };
    const changed: ChangedUser[] = [];
    for (const [index, examined] of found.entries()) {
      if (index % atOnce === 0) await setImmediate();
      const facts = factsOf(examined, at);
      if (policy.enabled && isAbout(facts, policy)) count.concerned += 1;
      const [before, after] = [evaluatePolicies(facts, present), evaluatePolicies(facts, wanted)];
      if (before.decision === after.decision && isDeepStrictEqual(before.reply, after.reply)) continue;
      if (before.decision === after.decision) count.replied += 1;
      else if (after.decision === 'deny') count.denied += 1;
      else count.permitted += 1;
      if (changed.length < mostShown) changed.push({ examined, before, after });
    }
    return { at, population: found.at(0)?.population ?? 0, examined: found.length, ...count, changed };
  }
}

/** The next sign-in, now, as the last one was. */
function factsOf({ user, group, timeZone, login }: ExaminedUser, at: Instant): AccessFacts {
  return {
    user,
    group,
    timeZone,
    at,
    ssid: login?.ssid ?? null,
    authMethod: login?.authMethod ?? null,
    client: login?.client ?? null,
    device: login?.device ?? null,
  };
}
