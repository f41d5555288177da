import { Foundation1763700000000 } from './1763700000000-foundation.js';
import { NetworkResources1764002000000 } from './1764002000000-network-resources.js';
import { Certificates1764003000000 } from './1764003000000-certificates.js';
import { Webhooks1764004000000 } from './1764004000000-webhooks.js';
import { PoliciesAndOperators1764006000000 } from './1764006000000-policies-and-operators.js';
import { Engine1764008000000 } from './1764008000000-engine.js';
import { Reports1764010000000 } from './1764010000000-reports.js';
import { Audit1764012000000 } from './1764012000000-audit.js';
import { Alerts1764014000000 } from './1764014000000-alerts.js';
import { KeyAnnouncements1764016000000 } from './1764016000000-key-announcements.js';
import { ListedPages1764018000000 } from './1764018000000-listed-pages.js';
import { Lists1764020000000 } from './1764020000000-lists.js';
import { Radius1764030000000 } from './1764030000000-radius.js';
import { AuditOfAlerts1764032000000 } from './1764032000000-audit-of-alerts.js';
import { SessionEndings1764034000000 } from './1764034000000-session-endings.js';
import { Ends1764036000000 } from './1764036000000-ends.js';
import { CountSlots1764037000000 } from './1764037000000-count-slots.js';
import { VendorReplies1764038000000 } from './1764038000000-vendor-replies.js';
import { ChangeOfAuthorization1764039000000 } from './1764039000000-change-of-authorization.js';
import { Directories1764040000000 } from './1764040000000-directories.js';
import { AuditOfTokens1764041000000 } from './1764041000000-audit-of-tokens.js';
import { DeliveredFiles1764042000000 } from './1764042000000-delivered-files.js';
import { Delivery1764044000000 } from './1764044000000-delivery.js';
import { Privacy1764046000000 } from './1764046000000-privacy.js';
import { AuditOfFiles1764050000000 } from './1764050000000-audit-of-files.js';
import { PlaceAtOnce1764052000000 } from './1764052000000-place-at-once.js';
import { RungEndings1764056000000 } from './1764056000000-rung-endings.js';
import { AwaitedAnswers1764060000000 } from './1764060000000-awaited-answers.js';
import { GivenAttributes1764062000000 } from './1764062000000-given-attributes.js';
import { Silence1764063000000 } from './1764063000000-silence.js';
import { RefusedMethods1764064000000 } from './1764064000000-refused-methods.js';
import { AuthoritySuccessors1764066000000 } from './1764066000000-authority-successors.js';
import { StormGuard1764080000000 } from './1764080000000-storm-guard.js';
import { LeanerLogins1764082000000 } from './1764082000000-leaner-logins.js';
import { RunsAgain1764084000000 } from './1764084000000-runs-again.js';
import { LateStarts1764086000000 } from './1764086000000-late-starts.js';
import { LoginsAtOnce1764088000000 } from './1764088000000-logins-at-once.js';
import { SharedCreations1764090000000 } from './1764090000000-shared-creations.js';
import { LeasedDeliveries1764092000000 } from './1764092000000-leased-deliveries.js';
import { DeniedAtOnce1764094000000 } from './1764094000000-denied-at-once.js';
import { ChunkSizes1764096000000 } from './1764096000000-chunk-sizes.js';
import { TakenInTurn1764098000000 } from './1764098000000-taken-in-turn.js';
import { ChangesInPlace1764100000000 } from './1764100000000-changes-in-place.js';
import { EventFacts1764200000000 } from './1764200000000-event-facts.js';
import { SpeltAddresses1764201000000 } from './1764201000000-spelt-addresses.js';
import { SeenStations1764202000000 } from './1764202000000-seen-stations.js';
import { KeysOfDoneRequests1764210000000 } from './1764210000000-keys-of-done-requests.js';
import { ConnectionTests1764220000000 } from './1764220000000-connection-tests.js';
import { WaitingDeliveries1764221000000 } from './1764221000000-waiting-deliveries.js';
import { SealedAddresses1764230000000 } from './1764230000000-sealed-addresses.js';
import { ChangeEvents1764250000000 } from './1764250000000-change-events.js';
import { ListedEndings1764260000000 } from './1764260000000-listed-endings.js';
import { RunsInLine1764261000000 } from './1764261000000-runs-in-line.js';
import { Installations1764270000000 } from './1764270000000-installations.js';
import { PortalNetworks1764280000000 } from './1764280000000-portal-networks.js';
import { WorkQueues1764330000000 } from './1764330000000-work-queues.js';

/** In order of their numbers; a migration that was released is never changed. */
export const migrations = [
  Foundation1763700000000,
  NetworkResources1764002000000,
  Certificates1764003000000,
  Webhooks1764004000000,
  PoliciesAndOperators1764006000000,
  Engine1764008000000,
  Reports1764010000000,
  Audit1764012000000,
  Alerts1764014000000,
  KeyAnnouncements1764016000000,
  ListedPages1764018000000,
  Lists1764020000000,
  Radius1764030000000,
  AuditOfAlerts1764032000000,
  SessionEndings1764034000000,
  Ends1764036000000,
  CountSlots1764037000000,
  VendorReplies1764038000000,
  ChangeOfAuthorization1764039000000,
  Directories1764040000000,
  AuditOfTokens1764041000000,
  DeliveredFiles1764042000000,
  Delivery1764044000000,
  Privacy1764046000000,
  AuditOfFiles1764050000000,
  PlaceAtOnce1764052000000,
  RungEndings1764056000000,
  AwaitedAnswers1764060000000,
  GivenAttributes1764062000000,
  Silence1764063000000,
  RefusedMethods1764064000000,
  AuthoritySuccessors1764066000000,
  StormGuard1764080000000,
  LeanerLogins1764082000000,
  RunsAgain1764084000000,
  LateStarts1764086000000,
  LoginsAtOnce1764088000000,
  SharedCreations1764090000000,
  LeasedDeliveries1764092000000,
  DeniedAtOnce1764094000000,
  ChunkSizes1764096000000,
  TakenInTurn1764098000000,
  ChangesInPlace1764100000000,
  EventFacts1764200000000,
  SpeltAddresses1764201000000,
  SeenStations1764202000000,
  KeysOfDoneRequests1764210000000,
  ConnectionTests1764220000000,
  WaitingDeliveries1764221000000,
  SealedAddresses1764230000000,
  ChangeEvents1764250000000,
  ListedEndings1764260000000,
  RunsInLine1764261000000,
  Installations1764270000000,
  PortalNetworks1764280000000,
  WorkQueues1764330000000,
];
