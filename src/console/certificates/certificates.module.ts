import { Module } from '@nestjs/common';
import { AlarmsModule } from '../alarms/alarms.module.js';
import { EventsModule } from '../events/events.module.js';
import { RadiusModule } from '../../radius/radius.module.js';
import { AuthoritiesRepository } from './authorities.repository.js';
import { AuthoritiesService } from './authorities.service.js';
import { AuthorityController } from './authority.controller.js';
import { AuthoritySuccessionController } from './authority-succession.controller.js';
import { AuthoritySuccessionRepository } from './authority-succession.repository.js';
import { AuthoritySuccessionService } from './authority-succession.service.js';
import { CertificateIssueService } from './certificate-issue.service.js';
import { CertificatesController } from './certificates.controller.js';
import { CertificatesRepository } from './certificates.repository.js';
import { CertificatesService } from './certificates.service.js';
import { ExpiryEvents } from './expiry-events.js';
import { ExpiryWatch } from './expiry-watch.js';
import { ExpiryWatchRepository } from './expiry-watch.repository.js';
import { RevocationListsService } from './revocation-lists.service.js';

@Module({
  imports: [AlarmsModule, EventsModule, RadiusModule],
  // ca, crl and authorities must come before {id}.
  controllers: [AuthorityController, AuthoritySuccessionController, CertificatesController],
  providers: [
    AuthoritiesRepository,
    AuthoritiesService,
    AuthoritySuccessionRepository,
    AuthoritySuccessionService,
    CertificateIssueService,
    CertificatesRepository,
    CertificatesService,
    ExpiryEvents,
    ExpiryWatch,
    ExpiryWatchRepository,
    RevocationListsService,
  ],
  exports: [AuthoritiesService, CertificateIssueService, CertificatesService, ExpiryWatch],
})
export class CertificatesModule {}
