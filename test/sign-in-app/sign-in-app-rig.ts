import { ManualClock } from '../kernel/manual-clock.js';
import { outsideOf, polled, posted, type RestOutside, restRig, storedMessage } from '../connector-contract/rest-rig.js';
import type { Recording, SettingValues } from '../connector-contract/rig.js';
import { SignInAppSimulator } from '../simulators/sign-in-app/sign-in-app-simulator.js';
import { headersOf } from '../simulators/sign-in-app/webhook-sender.js';
import { signInAppLimit } from '../../src/connectors/visitor/sign-in-app/sign-in-app.client.js';
import { visitKey, visitOfVisitor } from '../../src/connectors/visitor/sign-in-app/sign-in-app.mapping.js';
import type { ListedVisitor } from '../../src/connectors/visitor/sign-in-app/sign-in-app.wire.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Connector } from '../../src/provisioning/connector/connector.js';

const minute = 60_000;
export const webhookSecret = 'notification-secret-0123456789';
const labels = { host_field: 'visiting', company_field: 'company', group_field: 'group' };

export interface SignInAppOutside extends RestOutside<SignInAppSimulator> {
  readonly clock: ManualClock;
}

async function outside(settings: SettingValues = {}): Promise<SignInAppOutside> {
  const clock = new ManualClock('2026-11-20T12:00:00.000Z');
  const simulator = await SignInAppSimulator.start({ clock });
  return outsideOf(
    simulator,
    {
      base_url: simulator.url,
      client_key: simulator.key,
      client_secret: simulator.secret,
      sites: ['12 Europe/London', '13 Europe/Vienna'],
      webhook_secret: webhookSecret,
      ...settings,
    },
    { clock },
  );
}

/** `count` visitors of today, at both sites by turns. */
function fill({ simulator, clock }: SignInAppOutside, count: number): string[] {
  simulator.perPage = 10;
  const { reception } = simulator;
  const keys = Array.from({ length: count }, (_, index) =>
    visitKey(
      String(
        reception.signIn({
          name: `Visitor Number${index}`,
          siteId: 12 + (index % 2),
          inAt: new Date(clock.milliseconds() - (count - index) * minute),
        }),
      ),
    ),
  );
  reception.signIn({ groupId: 2, returningVisitorId: 5 });
  reception.signIn({ groupId: 3 });
  return keys;
}

async function onSite(count: number) {
  const world = await outside();
  return { ...world, keys: fill(world, count), since: { historyAt: world.clock.instant() } };
}

function push(event: string, visitor: object = {}, more: object = {}): object {
  return {
    event,
    event_at: '2026-11-20T09:03:11+00:00',
    pushed_at: '2026-11-20T09:03:13+00:00',
    idempotency_key: `${event} 1`,
    site: { id: 12, type: 'standard', name: 'Leeds Office', timezone: 'Europe/London' },
    visitor: {
      id: 880_121,
      returning_visitor_id: null,
      name: 'Grace Holt',
      additional: { group: 'Visitors', visiting: 'Alan Tate' },
      personal_fields: { name: 'Grace Holt', email: 'grace@example.org' },
      ...visitor,
    },
    ...more,
  };
}

function hook(
  message: unknown,
  signing: { secret?: string; header?: string; encoding?: 'hex' | 'base64'; prefix?: string } = {
    secret: webhookSecret,
  },
) {
  return posted(message, headersOf(JSON.stringify(message), signing));
}

function meaningOf(recording: Recording, connector: Connector): readonly Change[] {
  if (recording.webhook)
    return connector.receives!.interpret(storedMessage(recording.webhook, '2026-11-20T16:00:00.000Z'));
  return [
    visitOfVisitor(
      recording.visitor as ListedVisitor,
      'Visitors',
      { id: '12', timeZone: 'Europe/London' },
      labels,
      '2026-11-20T08:00:00.000Z',
    ),
  ];
}

const valid = {
  client_key: 'CLIENT-KEY-0123456789',
  client_secret: 'CLIENT-SECRET-0123456789',
  sites: ['12 Europe/London'],
  webhook_secret: webhookSecret,
};

const nobody = polled({ historyAt: '2026-11-20T12:00:00.000Z' });

export const signInAppRig = restRig<SignInAppOutside>({
  outside,
  fill,
  settings: {
    valid,
    invalid: {
      base_url: 'backend.signinapp.com/',
      client_key: 'two words',
      client_secret: '',
      sites: 'all',
      groups: 'Visitors',
      webhook_secret: ' ',
      previous_webhook_secret: ' ',
      signature_header: 'two words',
      signature_encoding: 'rot13',
      signature_prefix: ' ',
      time_zone: 'Middle of nowhere',
      site: ' ',
      host_field: 7,
      company_field: 7,
      group_field: 7,
    },
  },
  strangers: { client_secret: 'SOMEBODY-ELSES-SECRET' },
  recordings: {
    folder: new URL('../../src/connectors/visitor/sign-in-app/recordings/', import.meta.url),
    changes: meaningOf,
  },
  receives: {
    settings: valid,
    genuine: () => [hook(push('visitor.signin')), hook(push('visitor.signout'))],
    ofAnother: () => [
      hook({
        ...push('visitor.signin'),
        site: { id: 99, type: 'standard', name: 'Elsewhere', timezone: 'Europe/London' },
      }),
    ],
    forged: () => [
      hook(push('visitor.signin'), {}),
      hook(push('visitor.signin'), { secret: 'guessed' }),
      hook(push('visitor.signin'), { secret: webhookSecret, encoding: 'base64' }),
      hook(push('visitor.signin'), { secret: webhookSecret, header: 'X-Other' }),
      { ...hook(push('visitor.signin')), body: Buffer.from('{"not json') },
    ],
    unknown: () => hook(push('visitor.moved')),
  },
  polls: {
    start: onSite,
    overlaps: true,
    startWithMalformed: async (count) => {
      const world = await onSite(count);
      Object.assign(world.simulator.reception.find(world.simulator.reception.signIn()), { id: 'no id' });
      return world;
    },
  },
  snapshots: { pagesBeforeCut: 2 },
  errors: {
    call: nobody,
    // An id that does not exist is a wrong setting, not somebody who left.
    codes: { 404: 'settings_invalid', 422: 'settings_invalid' },
  },
  limit: signInAppLimit,
  busy: async (connector, signal) => {
    for (let count = 0; count < 20; count += 1) await nobody(connector, signal);
  },
});
