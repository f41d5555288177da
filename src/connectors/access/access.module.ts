import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { kisi } from './kisi/kisi.connector.js';

/** Door systems, one line each. */
@Module({
  providers: connectorProviders(kisi),
})
export class AccessConnectorsModule {}
