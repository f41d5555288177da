import { AccountingPacketEntity } from './sessions/accounting/accounting-packet.entity.js';
import { ControllerSessionEntity } from './sessions/controller-session.entity.js';
import { SessionEndingEntity } from './sessions/session-ending.entity.js';
import { AlertEntity } from './alerts/alert/alert.entity.js';
import { AlertMessageEntity } from './alerts/message/alert-message.entity.js';
import { AlertRoundEntity } from './alerts/notify/alert-round.entity.js';
import { RadiusAttributeEntity } from './attributes/radius-attribute.entity.js';
import { BulkChunkEntity, BulkJobEntity } from './bulk/bulk-job.entity.js';
import { IdempotencyKeyEntity, KeyEntity, RateWindowEntity } from './keys/key.entity.js';
import { OrganizationEntity } from './organizations/organization.entity.js';
import { RoleEntity } from './roles/role.entity.js';
import { UserGroupEntity } from './user-groups/user-group.entity.js';
import { UserEntity } from './users/user.entity.js';
import { VoucherEntity } from './vouchers/voucher.entity.js';
import { WebhookDeliveryEntity } from './webhooks/deliveries/delivery.entity.js';
import { OutboxEventEntity } from './events/outbox-event.entity.js';
import { WebhookEntity } from './webhooks/webhook/webhook.entity.js';
import { AlertContactEntity } from './alert-contacts/alert-contact.entity.js';
import { AuthenticationProviderGroupEntity } from './authentication-providers/authentication-provider-group.entity.js';
import { AuthenticationProviderEntity } from './authentication-providers/authentication-provider.entity.js';
import { PortalConsentEntity, PortalTicketEntity, RegistrationEntity } from './registrations/registration.entity.js';
import {
  PortalAccountEntity,
  PortalMessageEntity,
  PortalRequestEntity,
} from './registrations/portal-request.entity.js';
import { PaymentProviderEntity } from './payment-providers/payment-provider.entity.js';
import { PortalPaymentEntity } from './payments/payment.entity.js';
import { PortalAttemptEntity } from './portal-attempts/portal-attempt.entity.js';
import {
  CaptivePortalEntity,
  PortalAddressEntity,
  PortalPictureEntity,
} from './captive-portals/captive-portal.entity.js';
import { AuthorityEntity, CertificateEntity } from './certificates/certificate.entity.js';
import { ProfileEntity } from './profiles/profile.entity.js';
import { GatewayEntity } from './gateways/gateway.entity.js';
import { RetiredGatewayEntity } from './gateways/retired-gateway.entity.js';
import { DeviceEntity } from './devices/device.entity.js';
import { ClientAddressEntity, NetworkClientEntity, NetworkEntity } from './networks/network.entity.js';
import { RadiusContactEntity } from './networks/contacts/radius-contact.entity.js';
import { RadiusServerEntity } from './radius-servers/radius-server.entity.js';
import { AuditBlockEntity, AuditHeadEntity, AuditOpenEntity } from './audit/chain/audit-chain.entity.js';
import { AuditEntryEntity } from './audit-trail/audit-entry.entity.js';
import { DepartedOperatorEntity } from './departed/departed-operator.entity.js';
import { OperatorEntity } from './operators/operator.entity.js';
import { PolicyEntity, PolicyGroupEntity } from './policies/policy.entity.js';
import { AccountingSessionEntity } from './reports/logs/accounting-session.entity.js';
import { AuthenticationLogEntity } from './reports/logs/authentication-log.entity.js';
import { GuestRegistrationEntity } from './reports/logs/guest-registration.entity.js';
import { ReportFileChunkEntity, ReportTaskEntity } from './reports/tasks/report-task.entity.js';
import { OperatorLinkEntity } from './operators/operator-link.entity.js';
import { PreferencesEntity } from './preferences/preferences.entity.js';
import { ReportMailEntity, ReportScheduleEntity } from './report-schedules/report-schedule.entity.js';
import { SavedViewEntity } from './saved-views/saved-view.entity.js';
import { VoucherPresetEntity } from './voucher-presets/voucher-preset.entity.js';
import { LinkedAccountEntity } from './linked-accounts/linked-account.entity.js';
import { PasskeyEntity } from './passkeys/passkey.entity.js';
import { PasswordResetEntity } from './password-resets/password-reset.entity.js';
import { OperatorSessionEntity, SignInAttemptEntity } from './sign-in/sign-in.entity.js';

/** Every table of the console, for the data source and for the check that migrations and entities agree. */
export const consoleEntities = [
  BulkChunkEntity,
  BulkJobEntity,
  IdempotencyKeyEntity,
  KeyEntity,
  OrganizationEntity,
  RadiusAttributeEntity,
  RateWindowEntity,
  RoleEntity,
  UserEntity,
  UserGroupEntity,
  VoucherEntity,
  AlertContactEntity,
  AlertEntity,
  AlertMessageEntity,
  AlertRoundEntity,
  AuthenticationProviderEntity,
  AuthenticationProviderGroupEntity,
  CaptivePortalEntity,
  PortalAddressEntity,
  PortalPictureEntity,
  RegistrationEntity,
  PortalConsentEntity,
  PortalTicketEntity,
  PortalAttemptEntity,
  PortalAccountEntity,
  PortalRequestEntity,
  PortalMessageEntity,
  PaymentProviderEntity,
  PortalPaymentEntity,
  DeviceEntity,
  GatewayEntity,
  RetiredGatewayEntity,
  ClientAddressEntity,
  NetworkClientEntity,
  NetworkEntity,
  RadiusServerEntity,
  RadiusContactEntity,
  AuthorityEntity,
  CertificateEntity,
  ProfileEntity,
  WebhookDeliveryEntity,
  OutboxEventEntity,
  WebhookEntity,
  AuditBlockEntity,
  AuditEntryEntity,
  AuditHeadEntity,
  AuditOpenEntity,
  AccountingSessionEntity,
  AccountingPacketEntity,
  ControllerSessionEntity,
  SessionEndingEntity,
  AuthenticationLogEntity,
  GuestRegistrationEntity,
  ReportFileChunkEntity,
  ReportTaskEntity,
  ReportScheduleEntity,
  ReportMailEntity,
  OperatorEntity,
  DepartedOperatorEntity,
  OperatorLinkEntity,
  LinkedAccountEntity,
  PasskeyEntity,
  PreferencesEntity,
  SavedViewEntity,
  VoucherPresetEntity,
  PasswordResetEntity,
  OperatorSessionEntity,
  PolicyEntity,
  PolicyGroupEntity,
  SignInAttemptEntity,
];
