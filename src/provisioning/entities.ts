import { ConnectionEntity } from './connection/connection.entity.js';
import { ConnectionStateEntity } from './connection/connection-state.entity.js';
import { AwaitedAnswerEntity } from './deliver/awaited/awaited-answer.entity.js';
import { CredentialDeliveryEntity } from './deliver/delivery/delivery.entity.js';
import { DeliverySettingsEntity } from './deliver/settings/delivery-settings.entity.js';
import { EntitlementEntity } from './identity/entitlement.entity.js';
import { BindingEntity } from './identity/binding.entity.js';
import { IdentityEntity } from './identity/identity.entity.js';
import { DeliveredFileEntity, DeliveredFilePartEntity } from './inbox/files/delivered-file.entity.js';
import { InboxEventEntity } from './inbox/inbox-event.entity.js';
import { LeaseEntity } from './inbox/lease/lease.entity.js';
import { AddressBudgetEntity } from './host/address-budget.entity.js';
import { VendorTokenEntity } from './host/vendor-token.entity.js';
import { RunItemEntity } from './intake/run-queue/run-item.entity.js';
import { RunEntity } from './intake/run-queue/run.entity.js';
import { RoomPostingEntity } from './posting/posting.entity.js';
import { ListedPageEntity, RecentEndingEntity, SubjectEntity } from './subject/subject.entity.js';
import { ProvisionLogEntity } from './identity/provision-log.entity.js';
import { privacyEntities } from './privacy/privacy.entities.js';
import { OperationEntity } from './reconcile/operation.entity.js';
import { RemoteBudgetEntity } from './wifi-console/remote/remote-budget.entity.js';
import { scimEntities } from './scim/scim.entities.js';

/** Every table of the engine. */
export const provisioningEntities = [
  DeliveredFileEntity,
  DeliveredFilePartEntity,
  InboxEventEntity,
  LeaseEntity,
  ListedPageEntity,
  RecentEndingEntity,
  RoomPostingEntity,
  RunEntity,
  RunItemEntity,
  SubjectEntity,
  AwaitedAnswerEntity,
  BindingEntity,
  ConnectionEntity,
  ConnectionStateEntity,
  CredentialDeliveryEntity,
  DeliverySettingsEntity,
  EntitlementEntity,
  IdentityEntity,
  OperationEntity,
  ProvisionLogEntity,
  RemoteBudgetEntity,
  AddressBudgetEntity,
  VendorTokenEntity,
  ...privacyEntities,
  ...scimEntities,
];
