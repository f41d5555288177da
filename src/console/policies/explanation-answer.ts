import type { ReplySource } from './evaluate-policies.js';
import type { ExplanationDto } from './explain.dto.js';
import { checkedAttributes, mergedAttributes } from './merged-attributes.js';
import type { Explanation } from './policy-explanation.js';

export function explanationDto({
  decision,
  reasons,
  matched,
  reply,
  sources,
  parties,
  at,
  authMethod,
}: Explanation): ExplanationDto {
  const { user, voucher, device, group, timeZone } = parties;
  return {
    decision,
    reason: reasons[0]?.code ?? null,
    reasons: [...reasons],
    user: named(user),
    voucher: named(voucher),
    device: named(device),
    group: named(group),
    at,
    time_zone: timeZone,
    matched: matched.map(({ policy: { id, name, priority, effect }, isDecisive }) => ({
      id,
      name,
      priority,
      effect,
      decisive: isDecisive,
    })),
    reply,
    sources: Object.entries(sources).map(([entry, source]: [string, ReplySource]) => ({
      entry,
      from: source.from,
      policy_id: source.from === 'policy' ? source.policy.id : null,
    })),
    radius: decision === 'permit' ? mergedAttributes(reply, parties.client?.vendor, parties.attributes) : [],
    checks: checkedAttributes(parties.attributes, authMethod).map(({ table, ...check }) => ({ ...check, from: table })),
  };
}

function named(party: { readonly id: string; readonly name: string } | null): { id: string; name: string } | null {
  return party && { id: party.id, name: party.name };
}
