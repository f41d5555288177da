import type { ReplySource } from './evaluate-policies.js';
import type { ExplanationDto } from './explain.dto.js';
import { checkedAttributes, mergedAttributes } from './merged-attributes.js';
import type { Explanation } from './policy-explanation.js';
import type { ToldExplanation } from './reply-attributes.js';

export function explanationDto({
  decision,
  reasons,
  matched,
  reply,
  sources,
  parties,
  at,
  authMethod,
  byAddress,
  told,
}: ToldExplanation): ExplanationDto {
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
    led_to: byAddress?.isLedTo
      ? { gateway: named(byAddress.gateway), captive_portal: named(byAddress.gateway.portal) }
      : null,
    radius:
      decision === 'permit'
        ? [...(byAddress ? gatewayAttributes(byAddress) : []), ...mergedAttributes(told, reply, parties.attributes)]
        : [],
    checks: checkedAttributes(parties.attributes, authMethod).map(({ table, ...check }) => ({ ...check, from: table })),
  };
}

function named(party: { readonly id: string; readonly name: string } | null): { id: string; name: string } | null {
  return party && { id: party.id, name: party.name };
}

/** As radius.portal_attributes tells them; the address carries a proof besides, which is made for each accept. */
function gatewayAttributes({ gateway, isLedTo, mac }: NonNullable<Explanation['byAddress']>) {
  const { vendor, macAuth } = gateway;
  const given = (attribute: string, op: string, value: string) => ({ attribute, op, value, from: 'gateway' });
  if (vendor === 'aruba-roles')
    return [given('Aruba-User-Role', ':=', (isLedTo ? macAuth.captive_role : macAuth.role) ?? '')];
  if (vendor !== 'cisco-cwa' || !isLedTo) return [];
  return [
    given('Cisco-AVPair', '+=', `url-redirect-acl=${macAuth.redirect_acl ?? ''}`),
    given('Cisco-AVPair', '+=', `url-redirect=${macAuth.portal_url ?? ''}/cisco-cwa?mac=${mac}`),
  ];
}
