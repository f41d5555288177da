import { Module } from '@nestjs/common';
import { AuditTrailModule } from '../audit-trail/audit-trail.module.js';
import { DepartedModule } from '../departed/departed.module.js';
import { LinkedAccountsModule } from '../linked-accounts/linked-accounts.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { RolesModule } from '../roles/roles.module.js';
import { SingleSignOnModule } from '../single-sign-on/single-sign-on.module.js';
import { FirstOperator } from './first-operator.js';
import { Invitations } from './invitations.js';
import { LinkedAccountsController } from './linked-accounts.controller.js';
import { OperatorLinks } from './operator-links.js';
import { OperatorPasswords } from './operator-passwords.js';
import { OperatorsController } from './operators.controller.js';
import { OperatorsRepository } from './operators.repository.js';
import { OperatorsService } from './operators.service.js';

@Module({
  imports: [AuditTrailModule, DepartedModule, LinkedAccountsModule, PasskeysModule, RolesModule, SingleSignOnModule],
  controllers: [LinkedAccountsController, OperatorsController],
  providers: [FirstOperator, Invitations, OperatorLinks, OperatorPasswords, OperatorsRepository, OperatorsService],
  exports: [FirstOperator, Invitations, OperatorLinks, OperatorPasswords, OperatorsRepository],
})
export class OperatorsModule {}
