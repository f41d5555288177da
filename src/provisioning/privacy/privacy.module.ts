import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { EntitleModule } from '../entitle/entitle.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { SubjectModule } from '../subject/subject.module.js';
import { WifiConsoleModule } from '../wifi-console/wifi-console.module.js';
import { ConnectionPrivacyService } from './connection-privacy.service.js';
import { ErasureRepository } from './erasure.repository.js';
import { Erasures } from './erasures.js';
import { PayloadPrivacy } from './payload-privacy.js';
import { PersonEraser } from './person-eraser.js';
import { PersonExport } from './person-export.js';
import { PersonRepository } from './person.repository.js';
import { EngineRetention } from './retention/retention.js';
import { RetentionRepository } from './retention/retention.repository.js';

/** What is kept of people, for how long, and how it is erased. */
@Module({
  imports: [ConnectionModule, EntitleModule, InboxModule, SubjectModule, WifiConsoleModule],
  providers: [
    PersonRepository,
    ErasureRepository,
    PersonEraser,
    Erasures,
    PersonExport,
    ConnectionPrivacyService,
    PayloadPrivacy,
    RetentionRepository,
    EngineRetention,
  ],
  exports: [ConnectionPrivacyService, ErasureRepository, Erasures, PersonExport],
})
export class PrivacyModule {}
