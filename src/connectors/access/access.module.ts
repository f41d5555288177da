import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { kisi } from './kisi/kisi.connector.js';

/** Doors: a line each. */
@Module({
  providers: connectorProviders(kisi),
})
export class AccessConnectorsModule {}
