import { Module } from '@nestjs/common';
import { ProvisioningApiModule } from './api/provisioning-api.module.js';
import { ScimModule } from './scim/scim.module.js';

/** The engine: whoever is here has Wi-Fi. It needs a ConnectorCatalogue from whoever composes it. */
@Module({
  imports: [ProvisioningApiModule, ScimModule],
})
export class ProvisioningModule {}
