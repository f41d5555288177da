import { connectionRoute } from './connection/route';
import { connectionAccessRoute } from './connection-access/route';
import { connectionDeliveryRoute } from './connection-delivery/route';
import { connectionPrivacyRoute } from './connection-privacy/route';
import { connectionMappingRoute } from './connection-mapping/route';
import { newConnectionRoute } from './connection-new/route';
import { connectionSetUpRoute } from './connection-set-up/route';
import { connectionFilesRoute } from './connection-files/route';
import { connectionMessagesRoute } from './connection-messages/route';
import { connectionsRoute } from './connections/route';
import { deliverySettingsRoute } from './delivery-settings/route';
import { deliveriesRoute } from './deliveries/route';
import { devicesRoute } from './devices/route';
import { loginRoute } from './login/route';
import { loginsRoute } from './logins/route';
import { alertsRoute } from './alerts/route';
import { authenticationProvidersRoute } from './authentication-providers/route';
import { auditRoute } from './audit/route';
import { contactsRoute } from './contacts/route';
import { webhooksRoute } from './webhooks/route';
import { keysRoute } from './keys/route';
import { meRoute } from './me/route';
import { jobsRoute } from './jobs/route';
import { portalAttemptsRoute } from './portal-attempts/route';
import { profilesRoute } from './profiles/route';
import { registrationsRoute } from './registrations/route';
import { privacyRoute } from './privacy/route';
import { operatorsRoute } from './operators/route';
import { rolesRoute } from './roles/route';
import { nowRoute } from './now/route';
import { onlineRoute } from './online/route';
import { peopleRoute } from './people/route';
import { portalRoute } from './portal/route';
import { portalsRoute } from './portals/route';
import { reportRoute } from './report/route';
import { reportSchedulesRoute } from './report-schedules/route';
import { reportsRoute } from './reports/route';
import { personRoute } from './person/route';
import { userGroupsRoute } from './user-groups/route';
import { setupRoute } from './setup/route';
import { usersRoute } from './users/route';
import { voucherBatchesRoute } from './voucher-batches/route';
import { voucherPresetsRoute } from './voucher-presets/route';
import { vouchersRoute } from './vouchers/route';
import { policiesRoute } from './policies/route';
import { networksRoute } from './networks/route';
import { radiusServersRoute } from './radius-servers/route';
import { gatewaysRoute } from './gateways/route';
import { certificatesRoute } from './certificates/route';
import { organizationsRoute } from './organizations/route';
import { operationsRoute } from './operations/route';
import { paymentProvidersRoute } from './payment-providers/route';
import { paymentsRoute } from './payments/route';
import { roomPostingsRoute } from './room-postings/route';
import { scimTokensRoute } from './scim-tokens/route';
import { linksRoute } from './links/route';
import { runRoute } from './run/route';
import { runsRoute } from './runs/route';

/** Every page: a folder and a line here. */
export const pageRoutes = [
  nowRoute,
  setupRoute,
  onlineRoute,
  loginsRoute,
  peopleRoute,
  personRoute,
  registrationsRoute,
  paymentsRoute,
  roomPostingsRoute,
  portalAttemptsRoute,
  usersRoute,
  devicesRoute,
  deliveriesRoute,
  deliverySettingsRoute,
  voucherBatchesRoute,
  voucherPresetsRoute,
  vouchersRoute,
  userGroupsRoute,
  policiesRoute,
  networksRoute,
  radiusServersRoute,
  gatewaysRoute,
  certificatesRoute,
  profilesRoute,
  authenticationProvidersRoute,
  paymentProvidersRoute,
  loginRoute,
  connectionsRoute,
  newConnectionRoute,
  connectionRoute,
  connectionAccessRoute,
  connectionMappingRoute,
  connectionPrivacyRoute,
  connectionDeliveryRoute,
  connectionMessagesRoute,
  connectionFilesRoute,
  connectionSetUpRoute,
  scimTokensRoute,
  linksRoute,
  operationsRoute,
  runsRoute,
  runRoute,
  portalsRoute,
  portalRoute,
  reportsRoute,
  reportRoute,
  reportSchedulesRoute,
  alertsRoute,
  webhooksRoute,
  contactsRoute,
  organizationsRoute,
  operatorsRoute,
  rolesRoute,
  keysRoute,
  auditRoute,
  privacyRoute,
  jobsRoute,
  meRoute,
] as const;
