import { Module } from '@nestjs/common';
import { AuditTrailModule } from '../audit-trail/audit-trail.module.js';
import { DepartedModule } from '../departed/departed.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { RolesModule } from '../roles/roles.module.js';
import { FirstOperator } from './first-operator.js';
import { Invitations } from './invitations.js';
import { OperatorLinks } from './operator-links.js';
import { OperatorPasswords } from './operator-passwords.js';
import { OperatorsController } from './operators.controller.js';
import { OperatorsRepository } from './operators.repository.js';
import { OperatorsService } from './operators.service.js';

@Module({
  imports: [AuditTrailModule, DepartedModule, PasskeysModule, RolesModule],
  controllers: [OperatorsController],
  providers: [FirstOperator, Invitations, OperatorLinks, OperatorPasswords, OperatorsRepository, OperatorsService],
  exports: [FirstOperator, Invitations, OperatorLinks, OperatorPasswords, OperatorsRepository],
})
export class OperatorsModule {}
