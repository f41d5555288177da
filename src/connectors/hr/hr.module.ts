import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { bamboohr } from './bamboohr/bamboohr.connector.js';
import { csv } from './csv/csv.connector.js';
import { scim } from './scim/scim.connector.js';
import { vendorAt } from '../vendor-file/load-vendor.js';

const hibob = vendorAt(new URL('./hibob/vendor.yaml', import.meta.url));
const personio = vendorAt(new URL('./personio/vendor.yaml', import.meta.url));

/** Systems that know who works here, one line each. */
@Module({
  providers: connectorProviders(bamboohr, csv, hibob, personio, scim),
})
export class HrConnectorsModule {}
