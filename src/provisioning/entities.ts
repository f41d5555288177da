import { ConnectionEntity } from './connection/connection.entity.js';
import { AwaitedAnswerEntity } from './deliver/awaited/awaited-answer.entity.js';
import { DeliveryEntity } from './deliver/delivery.entity.js';
import { DeliverySettingsEntity } from './deliver/settings/delivery-settings.entity.js';
import { EntitlementEntity } from './identity/entitlement.entity.js';
import { BindingEntity } from './identity/binding.entity.js';
import { IdentityEntity } from './identity/identity.entity.js';
import { intakeEntities } from './intake.providers.js';
import { ProvisionLogEntity } from './identity/log/provision-log.entity.js';
import { privacyEntities } from './privacy/privacy.entities.js';
import { OperationEntity } from './reconcile/operation.entity.js';
import { RemoteBudgetEntity } from './wifi-console/remote/remote-budget.entity.js';
import { scimEntities } from './scim/scim.entities.js';

/** Every table of the engine. */
export const provisioningEntities = [
  ...intakeEntities, AwaitedAnswerEntity, BindingEntity, ConnectionEntity, DeliveryEntity, DeliverySettingsEntity, EntitlementEntity, IdentityEntity, OperationEntity, ProvisionLogEntity, RemoteBudgetEntity, ...privacyEntities,
  ...scimEntities,
];
