import { Module } from '@nestjs/common';
import { DepartedModule } from '../../console/departed/departed.module.js';
import { DeliverModule } from '../../provisioning/deliver/deliver.module.js';
import { AdmissionModule } from '../admission/admission.module.js';
import { WaysModule } from '../ways/ways.module.js';
import { AccessRequests } from './access-requests.js';
import { AccessRequestsRepository } from './access-requests.repository.js';
import { PortalMessageQueueRepository } from './portal-message-queue.repository.js';
import { PortalMessageSender } from './portal-message-sender.js';
import { ProviderMinutes } from './provider-minutes.js';
import { RequestAdmission } from './request-admission.js';
import { RequestLinks } from './request-links.js';
import { RequestSecrets } from './request-secrets.js';

/** Access that somebody must confirm, and the messages that ask for it. */
@Module({
  imports: [AdmissionModule, DeliverModule, DepartedModule, WaysModule],
  providers: [
    AccessRequests,
    AccessRequestsRepository,
    PortalMessageQueueRepository,
    PortalMessageSender,
    ProviderMinutes,
    RequestAdmission,
    RequestLinks,
    RequestSecrets,
  ],
  exports: [AccessRequests, DeliverModule, ProviderMinutes, RequestLinks],
})
export class RequestsModule {}
