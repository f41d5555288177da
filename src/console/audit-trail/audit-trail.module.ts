import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.js';
import { AuditTrailRepository } from './audit-trail.repository.js';

/** For modules in which something happens that changes no record. */
@Module({ providers: [AuditTrail, AuditTrailRepository], exports: [AuditTrail] })
export class AuditTrailModule {}
