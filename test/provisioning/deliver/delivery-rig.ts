import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { KnownPartiesRepository } from '../../../src/console/policies/known-parties.repository.js';
import { PoliciesRepository } from '../../../src/console/policies/policies.repository.js';
import { PolicyExplanation } from '../../../src/console/policies/policy-explanation.js';
import { statement } from '../../../src/database/database.js';
import { AxiosHttpClient } from '../../../src/kernel/axios-http-client.js';
import type { Context } from '../../../src/kernel/context.js';
import type { Instant } from '../../../src/kernel/clock.js';
import { Log, SilentLog } from '../../../src/kernel/log.js';
import { Reach } from '../../../src/kernel/reach.js';
import { SmtpMail } from '../../../src/kernel/sending/smtp-mail.js';
import type { Settings, SmtpSettings } from '../../../src/kernel/settings.js';
import { ConnectorCatalogue } from '../../../src/provisioning/connector/catalogue.js';
import type { ConnectorDefinition } from '../../../src/provisioning/connector/connector.js';
import type { AccessAnswer } from '../../../src/provisioning/connector/answers.js';
import { MessageTemplates } from '../../../src/provisioning/deliver/message/message-templates.js';
import { Redelivery } from '../../../src/provisioning/deliver/redelivery.js';
import { AnswerTransport } from '../../../src/provisioning/deliver/send/answer-transport.js';
import { CredentialDeliveryMetrics } from '../../../src/provisioning/deliver/send/delivery-metrics.js';
import { DeliveryPlaces } from '../../../src/provisioning/deliver/send/delivery-places.js';
import { DeliveryQueueRepository } from '../../../src/provisioning/deliver/send/delivery-queue.repository.js';
import { CredentialSender } from '../../../src/provisioning/deliver/send/delivery-sender.js';
import { MessageComposer } from '../../../src/provisioning/deliver/send/message-composer.js';
import { OrganizationDetailsRepository } from '../../../src/provisioning/deliver/send/organization-details.repository.js';
import { MailTransport } from '../../../src/provisioning/deliver/send/mail-transport.js';
import { SmsTransport } from '../../../src/provisioning/deliver/send/sms-transport.js';
import { WaitingDeliveries } from '../../../src/provisioning/deliver/send/waiting-deliveries.js';
import { DeliverySettingsRepository } from '../../../src/provisioning/deliver/settings/delivery-settings.repository.js';
import { DeliverySettingsService } from '../../../src/provisioning/deliver/settings/delivery-settings.service.js';
import { ConnectorHost } from '../../../src/provisioning/host/connector-host.js';
import { Payloads } from '../../../src/provisioning/inbox/payloads.js';
import { OpenNetworks } from '../../../src/provisioning/wifi-console/built-in/open-networks.js';
import type { FreshDatabase } from '../../database/fresh-database.js';
import { makeRig } from '../reconcile/rig.js';

export interface DeliveryRow {
  readonly id: string;
  readonly via: string;
  readonly kind: string;
  readonly status: string;
  readonly address: string | null;
  readonly error: string | null;
  readonly attempts: number;
  readonly waiting_since_at: Instant | null;
  readonly is_uncertain: boolean;
  readonly content_sealed: string | null;
  readonly due_at: Instant;
}

const deliveries = statement(
  'test_deliveries',
  'select * from credential_deliveries where organization_id = $1 order by created_at, position',
);

class NoSettings {}

/** The outside system of these tests: it takes answers, if it has a place for them. */
function deskDefinition(told: AccessAnswer[], hasPlace: () => boolean): ConnectorDefinition {
  return {
    key: 'desk',
    name: 'Reception desk',
    family: 'visitor',
    factKind: 'visit',
    abilities: [],
    settings: NoSettings,
    preset: 'visitor',
    schedule: { full: null, incremental: null },
    absence: { scans: 2, minimumAgeSeconds: 1800 },
    setUp: '',
    connect: () => ({
      test: () => Promise.resolve([]),
      answers: {
        awaits: () => false,
        answer: (news) => {
          if (hasPlace()) told.push(news);
          return Promise.resolve(hasPlace());
        },
      },
    }),
  };
}

/** The engine's second half with transports on real sockets. */
export function makeDeliveryRig(
  fresh: FreshDatabase,
  {
    smtp = null,
    log = new SilentLog(),
    allowPrivateTargets = true,
  }: { smtp?: SmtpSettings | null; log?: Log; allowPrivateTargets?: boolean } = {},
) {
  const rig = makeRig(fresh);
  const { database, connections, secrets, clock, chance, ids, passwords, wakeUps } = rig;
  const told: AccessAnswer[] = [];
  const place = { isThere: true };
  const reach = new Reach({ allowPrivateTargets });
  const http = new AxiosHttpClient(new HttpService(axios.create()), { allowPrivateTargets });
  const host = new ConnectorHost(
    new ConnectorCatalogue([deskDefinition(told, () => place.isThere)]),
    http,
    reach,
    clock,
    chance,
    log,
    connections,
    wakeUps,
  );
  const settings = new DeliverySettingsRepository(database, secrets);
  const templates = new MessageTemplates();
  const policies = new PolicyExplanation(new KnownPartiesRepository(database), new PoliciesRepository(database), clock);
  const places = new DeliveryPlaces(
    settings,
    new OrganizationDetailsRepository(database),
    new OpenNetworks(database, policies, clock),
  );
  const desk = new MessageComposer(connections, places, templates, secrets);
  const mail = new MailTransport(new SmtpMail({ smtp } as Settings, clock), templates);
  const queue = new DeliveryQueueRepository(database);
  const sender = () =>
    new CredentialSender(
      database,
      new WaitingDeliveries(database, rig.alarms),
      queue,
      desk,
      mail,
      new SmsTransport(http, templates),
      new AnswerTransport(database, connections, host, new Payloads(secrets)),
      new CredentialDeliveryMetrics(),
      wakeUps,
      ids,
      clock,
      chance,
      log,
    );
  const own = sender();

  return {
    ...rig,
    told,
    place,
    sender,
    queue,
    settings: new DeliverySettingsService(database, settings, connections, reach, clock),
    redelivery: new Redelivery(database, passwords, secrets, wakeUps, clock),
    /** Sends what is due, once. */
    async deliver(by = own): Promise<void> {
      await by.round();
      await by.settled();
    },
    /** The eldest first, each credential's in the order of the connection's `deliver`. */
    deliveries: (context: Context) => database.query<DeliveryRow>(context, deliveries, [context.organizationId]),
  };
}

export type DeliveryRig = ReturnType<typeof makeDeliveryRig>;
