import type { Provider, Type } from '@nestjs/common';
import { AccessPresets } from '../access/access-presets.js';
import { ClosingSweep } from '../connection/closing-sweep.js';
import { ConnectionDirectory } from '../connection/connection-directory.js';
import { ConnectionInput } from './connections/connection-input.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import { ConnectionRows } from '../connection/connection-rows.js';
import { ConnectionService } from './connections/connection.service.js';
import { ConnectionActionsController } from './connections/connection-actions.controller.js';
import { ConnectionList } from './connections/connection-list.js';
import { ConnectionsController } from './connections/connections.controller.js';
import { ConnectorsController } from './connectors/connectors.controller.js';
import { DeliveryRecords } from './deliveries/delivery-records.js';
import { EventRecords } from './events/event-records.js';
import { EventsController } from './events/events.controller.js';
import { FileList } from './files/file-list.js';
import { FilesController } from './files/files.controller.js';
import { HooksController } from './hooks/hooks.controller.js';
import { OperationRecords } from './operations/operation-records.js';
import { OperationsController } from './operations/operations.controller.js';
import { RunRecords } from './runs/run-records.js';
import { RunsController } from './runs/runs.controller.js';
import { tokenProviders } from '../scim/scim.providers.js';
import { SubjectRecords } from './subjects/subject-records.js';
import { SubjectsController } from './subjects/subjects.controller.js';

/** Connections and presets, for the engine as much as for the API. Need Database, Secrets, Clock, Log, Doorbell. */
export const connectionProviders: Provider[] = [
  { provide: AccessPresets, useFactory: () => AccessPresets.load() },
  ConnectionRows, ConnectionRepository, ConnectionDirectory, ClosingSweep, ...tokenProviders,
];

/**
 * The provisioning API. Needs besides: ConnectorCatalogue, ConnectorHost, Payloads, Settings, Ids, and the ports InboxIntake, Runs,
 * SubjectSync, Previewer, AccountsCloser and LinkApproval.
 */
export const provisioningApiProviders: Provider[] = [
  ConnectionInput, ConnectionService, ConnectionList, RunRecords, SubjectRecords, EventRecords, OperationRecords, DeliveryRecords, FileList,
];

export const provisioningApiControllers: Type[] = [
  ConnectorsController, ConnectionsController, ConnectionActionsController, RunsController, SubjectsController, EventsController,
  OperationsController, HooksController, FilesController,
];
