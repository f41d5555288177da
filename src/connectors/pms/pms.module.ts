import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { apaleo } from './apaleo/apaleo.connector.js';
import { fias } from './fias/fias.connector.js';
import { mews } from './mews/mews.connector.js';

/** Hotel systems, one line each. */
@Module({
  providers: connectorProviders(apaleo, fias, mews),
})
export class PmsConnectorsModule {}
