import type { Type } from '@nestjs/common';
import { CredentialDeliveriesController } from './credential-deliveries.controller.js';
import { DeliverySettingsController } from './delivery-settings.controller.js';

/** Deliveries over HTTP; need the deliveryProviders. */
export const deliveryControllers: Type[] = [CredentialDeliveriesController, DeliverySettingsController];
