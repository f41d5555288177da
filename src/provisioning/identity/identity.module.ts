import { Module } from '@nestjs/common';
import { AccountsClosing } from './accounts-closing.js';
import { ProvisionLog } from './provision-log.js';

/** Accounts, their bindings, and the log of what was done to them. */
@Module({
  providers: [ProvisionLog, AccountsClosing],
  exports: [ProvisionLog, AccountsClosing],
})
export class IdentityModule {}
