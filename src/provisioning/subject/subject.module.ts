import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { AbsenceRepository } from './absence.repository.js';
import { ListedPages } from './listed-pages.js';
import { StormGuard } from './storm-guard.js';
import { SubjectLock } from './subject-lock.js';
import { SubjectRepository } from './subject.repository.js';

/** The latest facts of outside records. */
@Module({
  imports: [IdentityModule],
  providers: [SubjectLock, SubjectRepository, StormGuard, ListedPages, AbsenceRepository],
  exports: [SubjectLock, SubjectRepository, StormGuard, ListedPages, AbsenceRepository],
})
export class SubjectModule {}
