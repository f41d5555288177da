import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { bamboohr } from './bamboohr/bamboohr.connector.js';
import { csv } from './csv/csv.connector.js';
import { scim } from './scim/scim.connector.js';

/** Systems that know who works here, one line each. */
@Module({
  providers: connectorProviders(bamboohr, csv, scim),
})
export class HrConnectorsModule {}
