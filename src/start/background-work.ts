import type { INestApplicationContext } from '@nestjs/common';
import { Digests } from '../console/alerts/digest/digests.js';
import { MessageSender } from '../console/alerts/send/message-sender.js';
import { AlertNotifier } from '../console/alerts/notify/alert-notifier.js';
import { AuditRetention } from '../console/audit/chain/audit-retention.js';
import { Sealer } from '../console/audit/chain/sealer.js';
import { BulkWorker } from '../console/bulk/bulk-worker.js';
import { ExpiryWatch } from '../console/certificates/expiry-watch.js';
import { SessionWriter } from '../console/sessions/accounting/session-writer.js';
import { SessionEnder } from '../console/sessions/session-ender.js';
import { LogUpkeep } from '../console/reports/logs/log-upkeep.js';
import { ReportWorker } from '../console/reports/tasks/report-worker.js';
import { ReportMailPlanner } from '../console/report-schedules/report-mail-planner.js';
import { ReportMailSender } from '../console/report-schedules/report-mail-sender.js';
import { PasswordResetSender } from '../console/password-resets/password-reset-sender.js';
import { Dispatcher } from '../console/webhooks/dispatch/dispatcher.js';
import { Sender } from '../console/webhooks/send/sender.js';
import { ClockWatch } from '../health/clock-watch.js';
import type { Background } from '../kernel/background.js';
import type { Settings } from '../kernel/settings.js';
import { Absorber } from '../provisioning/intake/absorb/absorber.js';
import { ClosingSweep } from '../provisioning/connection/closing-sweep.js';
import { PaymentSweep } from '../portal/payments/payment-sweep.js';
import { AwaitedAnswerSender } from '../provisioning/deliver/awaited/awaited-answer-sender.js';
import { CredentialSender } from '../provisioning/deliver/send/delivery-sender.js';
import { HeardChanges } from '../database/heard-changes.js';
import { WakeUpRelay } from '../database/wake-up-relay.js';
import { LiveFeed } from '../people/live/live-feed.js';
import { LiveStreams } from '../people/live/live-streams.js';
import { Listeners } from '../provisioning/intake/listeners/listeners.js';
import { LoginTraces } from '../provisioning/reconcile/login-traces.js';
import { Reconciler } from '../provisioning/reconcile/reconciler.js';
import { Erasures } from '../provisioning/privacy/erasures.js';
import { PortalMessageSender } from '../portal/requests/portal-message-sender.js';
import { Retention } from '../retention/retention.js';
import { RunWorker } from '../provisioning/intake/runs/run-worker.js';
import { CalledCharges } from '../provisioning/posting/called-charges.js';
import { Sweeps } from '../provisioning/intake/sweeps.js';

/**
 * Wake-ups must leave every process, announced changes must reach it, and so must who watches; each has a clock. The
 * rest is for workers.
 */
const everywhere = [WakeUpRelay, HeardChanges, LiveFeed, LiveStreams, ClockWatch];
const workers = [
  Reconciler,
  Absorber,
  RunWorker,
  Listeners,
  CalledCharges,
  Sweeps,
  ClosingSweep,
  BulkWorker,
  ExpiryWatch,
  Dispatcher,
  Sender,
  LogUpkeep,
  ReportWorker,
  ReportMailPlanner,
  ReportMailSender,
  AlertNotifier,
  Digests,
  MessageSender,
  AwaitedAnswerSender,
  CredentialSender,
  PortalMessageSender,
  PasswordResetSender,
  Erasures,
  SessionWriter,
  SessionEnder,
  Sealer,
  AuditRetention,
  Retention,
  PaymentSweep,
  LoginTraces,
];

/** What this process does besides answering requests. */
export function workOf(app: INestApplicationContext, role: Settings['role']): Background[] {
  return (role === 'api' ? everywhere : [...everywhere, ...workers]).map((work) =>
    app.get<Background>(work, { strict: false }),
  );
}
