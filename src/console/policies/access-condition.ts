import ipaddr from 'ipaddr.js';
import { isLike } from '../../kernel/like.js';
import type { AccessFacts } from './access-facts.js';
import { LoginTime } from './login-time.js';
import type { PolicyCondition, PolicyFields } from './policy.js';

/** Whether a policy applies to this attempt. Without conditions it applies to every attempt, whatever `match` says. */
export function isAbout(
  facts: AccessFacts,
  { match, conditions }: Pick<PolicyFields, 'match' | 'conditions'>,
): boolean {
  if (conditions.length === 0) return true;
  return match === 'all'
    ? conditions.every((each) => isMet(facts, each))
    : conditions.some((each) => isMet(facts, each));
}

/**
 * `ne` and `not_in` are exactly the opposite of `eq` and `in`. An unknown value (no group, no SSID sent) equals
 * nothing, so "not in group staff" holds for somebody without a group.
 */
export function isMet(facts: AccessFacts, { field, op, value }: PolicyCondition): boolean {
  if (field === 'time') return isTime(facts, op, String(value));
  const wanted = [value].flat();
  switch (op) {
    case 'eq':
    case 'in':
      return wanted.some((each) => isSame(facts, field, each));
    case 'ne':
    case 'not_in':
      return !wanted.some((each) => isSame(facts, field, each));
    case 'like':
      return wanted.some((each) => textsOf(facts, field).some((text) => isLike(text, each)));
    default:
      return false;
  }
}

function isSame(facts: AccessFacts, field: PolicyCondition['field'], wanted: string): boolean {
  const texts = textsOf(facts, field);
  switch (field) {
    // The names of two networks may differ only in case.
    case 'group':
    case 'ssid':
      return texts.includes(wanted);
    case 'client':
      return (
        texts.some((text) => text.toLowerCase() === wanted.toLowerCase()) || isWithin(facts.client?.address, wanted)
      );
    default:
      return texts.some((text) => text.toLowerCase() === wanted.toLowerCase());
  }
}

function textsOf({ group, ssid, authMethod, device, client }: AccessFacts, field: PolicyCondition['field']): string[] {
  const known: readonly (string | null | undefined)[] = {
    group: [group?.id],
    ssid: [ssid],
    auth_method: [authMethod],
    device_type: [device?.type],
    client: [client?.name, client?.address],
    time: [],
  }[field];
  return known.flatMap((each) => (typeof each === 'string' ? [each] : []));
}

function isWithin(address: string | null | undefined, wanted: string): boolean {
  if (!address || !ipaddr.isValid(address)) return false;
  const own = ipaddr.process(address);
  if (ipaddr.isValid(wanted)) return ipaddr.process(wanted).toString() === own.toString();
  if (!ipaddr.isValidCIDR(wanted)) return false;
  const [network, bits] = ipaddr.parseCIDR(wanted);
  return network.kind() === own.kind() && own.match(network, bits);
}

function isTime({ at, timeZone }: AccessFacts, op: PolicyCondition['op'], value: string): boolean {
  const order = Date.parse(at) - Date.parse(value);
  switch (op) {
    case 'in':
      return LoginTime.parse(value)?.isOpen(at, timeZone) ?? false;
    case 'not_in':
      return !(LoginTime.parse(value)?.isOpen(at, timeZone) ?? false);
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
    default:
      return false;
  }
}
