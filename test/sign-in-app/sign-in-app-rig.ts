import { ManualClock } from '../kernel/manual-clock.js';
import { faulty, gone } from '../connector-contract/faulty.js';
import type { ConnectorRig, Outside, Recording, SettingValues } from '../connector-contract/rig.js';
import { SignInAppSimulator } from '../simulators/sign-in-app/sign-in-app-simulator.js';
import { headersOf } from '../simulators/sign-in-app/webhook-sender.js';
import { signInAppLimit } from '../../src/connectors/visitor/sign-in-app/sign-in-app.client.js';
import { visitKey, visitOfVisitor } from '../../src/connectors/visitor/sign-in-app/sign-in-app.mapping.js';
import type { ListedVisitor } from '../../src/connectors/visitor/sign-in-app/sign-in-app.wire.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Connector, InboundRequest } from '../../src/provisioning/connector/connector.js';

const minute = 60_000;
export const webhookSecret = 'notification-secret-0123456789';
const labels = { host_field: 'visiting', company_field: 'company', group_field: 'group' };

export interface SignInAppOutside extends Outside {
  readonly simulator: SignInAppSimulator;
  readonly clock: ManualClock;
}

async function outside(settings: SettingValues = {}): Promise<SignInAppOutside> {
  const clock = new ManualClock('2026-11-20T12:00:00.000Z');
  const simulator = await SignInAppSimulator.start({ clock });
  return {
    simulator,
    clock,
    settings: {
      base_url: simulator.url,
      client_key: simulator.key,
      client_secret: simulator.secret,
      sites: ['12 Europe/London', '13 Europe/Vienna'],
      webhook_secret: webhookSecret,
      ...settings,
    },
    written: () => 0,
    stop: () => simulator.stop(),
  };
}

/** `count` visitors of today, at both sites by turns. */
async function onSite(count: number) {
  const world = await outside();
  world.simulator.perPage = 10;
  const keys = Array.from({ length: count }, (_, index) =>
    visitKey(
      String(
        world.simulator.reception.signIn({
          name: `Visitor Number${index}`,
          siteId: 12 + (index % 2),
          inAt: new Date(world.clock.milliseconds() - (count - index) * minute),
        }),
      ),
    ),
  );
  world.simulator.reception.signIn({ groupId: 2, returningVisitorId: 5 });
  world.simulator.reception.signIn({ groupId: 3 });
  return { ...world, since: { historyAt: world.clock.instant() }, keys };
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
): InboundRequest {
  const body = JSON.stringify(message);
  return {
    method: 'POST',
    path: '',
    headers: headersOf(body, signing),
    body: Buffer.from(body),
    remoteAddress: '203.0.113.9',
  };
}

function meaningOf(recording: Recording, connector: Connector): readonly Change[] {
  if (recording.webhook)
    return connector.receives!.interpret({
      body: Buffer.from(JSON.stringify(recording.webhook)),
      receivedAt: '2026-11-20T16:00:00.000Z',
      sequence: '1',
    });
  return [
    visitOfVisitor(recording.visitor as ListedVisitor, 'Visitors', { id: '12', timeZone: 'Europe/London' }, labels),
  ];
}

const valid = {
  client_key: 'CLIENT-KEY-0123456789',
  client_secret: 'CLIENT-SECRET-0123456789',
  sites: ['12 Europe/London'],
  webhook_secret: webhookSecret,
};

export const signInAppRig: ConnectorRig = {
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
  test: {
    reachable: () => outside(),
    unreachable: async () => gone(await outside()),
    refused: () => outside({ client_secret: 'SOMEBODY-ELSES-SECRET' }),
    withdrawn: async (right) => {
      const world = await outside();
      world.simulator.withdrawn.add(right);
      return world;
    },
  },
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
  snapshots: {
    start: onSite,
    startCutOff: async (count) => {
      const world = await onSite(count);
      world.simulator.faults.cutAfterPages = 2;
      return world;
    },
  },
  errors: {
    start: async (fault) => faulty(fault, await outside()),
    call: async (connector, signal) => {
      for await (const page of connector.polls!.changes({ historyAt: '2026-11-20T12:00:00.000Z' }, signal))
        if (page.changes.length > 0) throw new Error('nobody was to be there');
    },
    // An id that does not exist is a wrong setting, not somebody who left.
    codes: { 404: 'settings_invalid', 422: 'settings_invalid' },
  },
  manners: {
    limit: signInAppLimit,
    start: async () => {
      const world = await outside();
      return { ...world, requests: () => world.simulator.asked.length };
    },
    busy: async (connector, signal) => {
      for (let count = 0; count < 20; count += 1)
        for await (const page of connector.polls!.changes({ historyAt: '2026-11-20T12:00:00.000Z' }, signal))
          if (page.changes.length > 0) throw new Error('nobody was to be there');
    },
  },
};
