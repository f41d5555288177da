import { Module } from '@nestjs/common';
import { AuditTrailModule } from '../audit-trail/audit-trail.module.js';
import { RolesModule } from '../roles/roles.module.js';
import { Invitations } from './invitations.js';
import { OperatorPasswords } from './operator-passwords.js';
import { OperatorsController } from './operators.controller.js';
import { OperatorsRepository } from './operators.repository.js';
import { OperatorsService } from './operators.service.js';

@Module({
  imports: [AuditTrailModule, RolesModule],
  controllers: [OperatorsController],
  providers: [Invitations, OperatorPasswords, OperatorsRepository, OperatorsService],
  exports: [Invitations, OperatorPasswords, OperatorsRepository],
})
export class OperatorsModule {}
