import { Module } from '@nestjs/common';
import { AuditModule } from '../../../console/audit/audit.module.js';
import { BulkModule } from '../../../console/bulk/bulk.module.js';
import { PasswordsModule } from '../../../console/passwords/passwords.module.js';
import { PoliciesModule } from '../../../console/policies/policies.module.js';
import { ReportsModule } from '../../../console/reports/reports.module.js';
import { SignInModule } from '../../../console/sign-in/sign-in.module.js';
import { UserGroupsModule } from '../../../console/user-groups/user-groups.module.js';
import { UsersModule } from '../../../console/users/users.module.js';
import { VouchersModule } from '../../../console/vouchers/vouchers.module.js';
import { BuiltInWifiConsole } from './built-in-wifi-console.js';
import { GuestsInHouse } from './guests-in-house.js';
import { OpenNetworks } from './open-networks.js';
import { PrivacyAudit } from './privacy-audit.js';
import { PrivacyTrail } from './privacy-trail.js';
import { ProvisioningReports } from './provisioning-reports.js';
import { UserPages } from './user-pages.js';
import { VoucherLookup } from './voucher-lookup.js';

/** The engine's only way to the console of this database. */
@Module({
  imports: [
    AuditModule,
    BulkModule,
    PasswordsModule,
    PoliciesModule,
    ReportsModule,
    SignInModule,
    UserGroupsModule,
    UsersModule,
    VouchersModule,
  ],
  providers: [
    BuiltInWifiConsole,
    UserPages,
    VoucherLookup,
    PrivacyAudit,
    PrivacyTrail,
    ProvisioningReports,
    GuestsInHouse,
    OpenNetworks,
  ],
  exports: [BuiltInWifiConsole, PrivacyAudit, PrivacyTrail, GuestsInHouse, OpenNetworks],
})
export class BuiltInConsoleModule {}
