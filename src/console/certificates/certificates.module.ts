import { Module } from '@nestjs/common';
import { AlarmsModule } from '../alerts/alarms.module.js';
import { AuthoritiesRepository } from './authorities.repository.js';
import { AuthoritiesService } from './authorities.service.js';
import { AuthorityController } from './authority.controller.js';
import { AuthoritySuccessionController } from './authority-succession.controller.js';
import { AuthoritySuccessionRepository } from './authority-succession.repository.js';
import { AuthoritySuccessionService } from './authority-succession.service.js';
import { CertificateExpiring } from './certificate-expiring.js';
import { CertificateIssueService } from './certificate-issue.service.js';
import { CertificatesController } from './certificates.controller.js';
import { CertificatesRepository } from './certificates.repository.js';
import { CertificatesService } from './certificates.service.js';
import { ExpiryWatch } from './expiry-watch.js';
import { ExpiryWatchRepository } from './expiry-watch.repository.js';
import { RevocationListsService } from './revocation-lists.service.js';
import { EventsModule } from '../webhooks/events/events.module.js';
import { ExpiryEvents } from '../webhooks/producers/expiry-events.js';

@Module({
  imports: [AlarmsModule, EventsModule],
  // ca, crl and authorities stand before {id}.
  controllers: [AuthorityController, AuthoritySuccessionController, CertificatesController],
  providers: [
    AuthoritiesRepository,
    AuthoritiesService,
    AuthoritySuccessionRepository,
    AuthoritySuccessionService,
    CertificateIssueService,
    CertificatesRepository,
    CertificatesService,
    ExpiryWatch,
    ExpiryWatchRepository,
    RevocationListsService,
    { provide: CertificateExpiring, useClass: ExpiryEvents },
  ],
  exports: [AuthoritiesService, CertificateIssueService, CertificatesService, ExpiryWatch],
})
export class CertificatesModule {}
