import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.js';
import { AuditTrailRepository } from './audit-trail.repository.js';

/** For modules that audit actions which change no record. */
@Module({ providers: [AuditTrail, AuditTrailRepository], exports: [AuditTrail] })
export class AuditTrailModule {}
