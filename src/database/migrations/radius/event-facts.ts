import { evaluation } from './evaluation.js';
import { radiusSchema } from './schema.js';
import { signIn } from './sign-in.js';

function released(from: readonly string[], name: string): string {
  const found = from.find((each) => each.startsWith(`create function radius.${name}(`)) ?? '';
  return found.replace('create function', 'create or replace function');
}

const evaluate = released(evaluation, 'evaluate');
const reject = released(signIn, 'reject');
const toldDenial = `'policy_id', matched[1] ->> 'id', 'reply', '{}'::jsonb);`;
const decided = 'policy := radius.decision(n, p, src, at);';

/**
 * What RADIUS keeps of an event is what it saw, in codes: src/console/events/radius-event.ts makes the payload of it when it is
 * dispatched, with the words that the example of the event has, too. `specifics` has the names of RadiusFacts.
 */
export const eventFacts = [
  'alter table outbox_events add column holds_facts boolean not null default false',

  `create or replace function radius.emit(organization uuid, at timestamptz, event text, username text, auth text, mac text,
     device_type text, access_point text, access_point_mac text, specifics jsonb) returns void language sql volatile as $$
     insert into public.outbox_events (organization_id, id, event, payload, holds_facts, created_at)
     values (organization, radius.new_id(at), event, (jsonb_build_object('at', radius.instant(at), 'mac', mac,
       'device', jsonb_build_object('type', device_type), 'username', username, 'authMethod', auth,
       'accessPoint', access_point, 'accessPointMac', access_point_mac) || specifics)::text, true, at) $$`,

  // With the conditions that hold, of the policy that denies.
  evaluate.replace(
    toldDenial,
    `'policy_id', matched[1] ->> 'id', 'reply', '{}'::jsonb,
           'rules', (select jsonb_agg(c order by place) from jsonb_array_elements(matched[1] -> 'conditions') with ordinality x (c, place)
             where radius.is_met(facts, c)));`,
  ),

  // A guest whom nobody knows may be denied by a policy, too.
  reject
    .replace(
      decided,
      'policy := radius.decision(n, case when n.accepts_unknown then radius.guest_of(n, p) else p end, src, at);',
    )
    .replace(/jsonb_build_object\('reason', initcap[^\n]*\);\n/, "jsonb_build_object('reasonCode', reason));\n")
    .replace(/'rule', jsonb_build_object\([^\n]*\);\n/, "'rules', policy -> 'rules'));\n"),
];

export const withoutEventFacts = [
  reject,
  evaluate,
  released(radiusSchema, 'emit'),
  // Nobody could make payloads of them any more.
  "select set_config('usher.organization_id', '*', true)",
  'delete from outbox_events where holds_facts',
  'alter table outbox_events drop column holds_facts',
];
