import { Module } from '@nestjs/common';
import { AlertsModule } from './alerts/alerts.module.js';
import { AttributesModule } from './attributes/attributes.module.js';
import { BulkModule } from './bulk/bulk.module.js';
import { CertificatesModule } from './certificates/certificates.module.js';
import { DevicesModule } from './devices/devices.module.js';
import { DictionaryModule } from './dictionary/dictionary.module.js';
import { KeysModule } from './keys/keys.module.js';
import { OperatorsModule } from './operators/operators.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { PoliciesModule } from './policies/policies.module.js';
import { ProfilesModule } from './profiles/profiles.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { RolesModule } from './roles/roles.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { PreferencesModule } from './preferences/preferences.module.js';
import { ReportSchedulesModule } from './report-schedules/report-schedules.module.js';
import { SavedViewsModule } from './saved-views/saved-views.module.js';
import { VoucherPresetsModule } from './voucher-presets/voucher-presets.module.js';
import { PasswordResetsModule } from './password-resets/password-resets.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { UserGroupsModule } from './user-groups/user-groups.module.js';
import { UsersModule } from './users/users.module.js';
import { VouchersModule } from './vouchers/vouchers.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { AlertContactsModule } from './alert-contacts/alert-contacts.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthenticationProvidersModule } from './authentication-providers/authentication-providers.module.js';
import { CaptivePortalsModule } from './captive-portals/captive-portals.module.js';
import { GatewaysModule } from './gateways/gateways.module.js';
import { PortalAttemptsModule } from './portal-attempts/portal-attempts.module.js';
import { PaymentProvidersModule } from './payment-providers/payment-providers.module.js';
import { PaymentRecordsModule } from './payments/payment-records.module.js';
import { RegistrationsModule } from './registrations/registrations.module.js';
import { NetworksModule } from './networks/networks.module.js';
import { RadiusServersModule } from './radius-servers/radius-servers.module.js';

const resources = [
  AttributesModule,
  DictionaryModule,
  BulkModule,
  CertificatesModule,
  DevicesModule,
  KeysModule,
  OperatorsModule,
  OrganizationsModule,
  ProfilesModule,
  PoliciesModule,
  RolesModule,
  PasswordResetsModule,
  PreferencesModule,
  SavedViewsModule,
  VoucherPresetsModule,
  SignInModule,
  UserGroupsModule,
  UsersModule,
  VouchersModule,
  WebhooksModule,
  AlertsModule,
  AlertContactsModule,
  AuthenticationProvidersModule,
  CaptivePortalsModule,
  GatewaysModule,
  PaymentProvidersModule,
  PaymentRecordsModule,
  RegistrationsModule,
  PortalAttemptsModule,
  NetworksModule,
  RadiusServersModule,
  AuditModule,
  ReportsModule,
  ReportSchedulesModule,
  SessionsModule,
];

/** The Wi-Fi console: useful without any connector. */
@Module({ imports: resources, exports: resources })
export class ConsoleModule {}
