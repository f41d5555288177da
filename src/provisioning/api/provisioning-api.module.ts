import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { DeliverModule } from '../deliver/deliver.module.js';
import { HostModule } from '../host/host.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { PostingModule } from '../posting/posting.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { ReconcileModule } from '../reconcile/reconcile.module.js';
import { ScimModule } from '../scim/scim.module.js';
import { ConnectionActionsController } from './connections/connection-actions.controller.js';
import { AccessTrial } from './connections/access-trial.js';
import { MappingTrial } from './connections/mapping-trial.js';
import { ConnectionInput } from './connections/connection-input.js';
import { ConnectionList } from './connections/connection-list.js';
import { ConnectionService } from './connections/connection.service.js';
import { ConnectionsController } from './connections/connections.controller.js';
import { ConnectionSchemas } from './connectors/connection-schemas.js';
import { ConnectorsController } from './connectors/connectors.controller.js';
import { CredentialDeliveriesController } from './deliveries/credential-deliveries.controller.js';
import { DeliveryRecords } from './deliveries/delivery-records.js';
import { DeliverySettingsController } from './deliveries/delivery-settings.controller.js';
import { EventRecords } from './events/event-records.js';
import { EventsController } from './events/events.controller.js';
import { FileList } from './files/file-list.js';
import { FilesController } from './files/files.controller.js';
import { HooksController } from './hooks/hooks.controller.js';
import { OperationRecords } from './operations/operation-records.js';
import { OperationsController } from './operations/operations.controller.js';
import { PostingRecords } from './postings/posting-records.js';
import { RoomPostingsController } from './postings/room-postings.controller.js';
import { PrivacyController } from './privacy/privacy.controller.js';
import { RunRecords } from './runs/run-records.js';
import { RunsController } from './runs/runs.controller.js';
import { SubjectRecords } from './subjects/subject-records.js';
import { SubjectsController } from './subjects/subjects.controller.js';

/** Connections, runs, subjects and the rest over HTTP. */
@Module({
  imports: [
    ConnectionModule,
    DeliverModule,
    HostModule,
    IdentityModule,
    InboxModule,
    IntakeModule,
    PostingModule,
    PrivacyModule,
    ReconcileModule,
    ScimModule,
  ],
  controllers: [
    ConnectorsController,
    ConnectionsController,
    ConnectionActionsController,
    RunsController,
    SubjectsController,
    EventsController,
    OperationsController,
    HooksController,
    FilesController,
    CredentialDeliveriesController,
    DeliverySettingsController,
    RoomPostingsController,
    PrivacyController,
  ],
  providers: [
    ConnectionSchemas,
    AccessTrial,
    MappingTrial,
    ConnectionInput,
    ConnectionService,
    ConnectionList,
    RunRecords,
    SubjectRecords,
    EventRecords,
    OperationRecords,
    DeliveryRecords,
    FileList,
    PostingRecords,
  ],
  exports: [SubjectRecords, DeliveryRecords],
})
export class ProvisioningApiModule {}
