import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { EntitleModule } from '../entitle/entitle.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { SubjectModule } from '../subject/subject.module.js';
import { WifiConsoleModule } from '../wifi-console/wifi-console.module.js';
import { ConnectionPrivacyService } from './connection-privacy.service.js';
import { ErasureRepository } from './erasure.repository.js';
import { Erasures } from './erasures.js';
import { PersonEraser } from './person-eraser.js';
import { PersonPayments } from './person-payments.js';
import { PersonExport } from './person-export.js';
import { PersonRepository } from './person.repository.js';
import { ForgottenPeople } from './forgotten-people.js';

/** What is stored about people, for how long, and how it is erased. */
@Module({
  imports: [ConnectionModule, EntitleModule, InboxModule, SubjectModule, WifiConsoleModule],
  providers: [
    PersonRepository,
    ErasureRepository,
    PersonEraser,
    PersonPayments,
    Erasures,
    PersonExport,
    ConnectionPrivacyService,
    ForgottenPeople,
  ],
  exports: [ConnectionPrivacyService, ErasureRepository, Erasures, ForgottenPeople, PersonExport],
})
export class PrivacyModule {}
