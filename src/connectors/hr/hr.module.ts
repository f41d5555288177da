import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { bamboohr } from './bamboohr/bamboohr.connector.js';
import { csv } from './csv/csv.connector.js';
import { entra } from './entra/entra.connector.js';
import { googleWorkspace } from './google-workspace/google-workspace.connector.js';
import { scim } from './scim/scim.connector.js';
import { vendorAt } from '../vendor-file/load-vendor.js';

const deel = vendorAt(new URL('./deel/vendor.yaml', import.meta.url));
const gusto = vendorAt(new URL('./gusto/vendor.yaml', import.meta.url));
const hibob = vendorAt(new URL('./hibob/vendor.yaml', import.meta.url));
const jumpcloud = vendorAt(new URL('./jumpcloud/vendor.yaml', import.meta.url));
const okta = vendorAt(new URL('./okta/vendor.yaml', import.meta.url));
const personio = vendorAt(new URL('./personio/vendor.yaml', import.meta.url));
const rippling = vendorAt(new URL('./rippling/vendor.yaml', import.meta.url));
const square = vendorAt(new URL('./square/vendor.yaml', import.meta.url));
const successfactors = vendorAt(new URL('./successfactors/vendor.yaml', import.meta.url));
const workday = vendorAt(new URL('./workday/vendor.yaml', import.meta.url));

/** Systems that know who works here, one line each. */
@Module({
  providers: connectorProviders(
    bamboohr,
    csv,
    deel,
    entra,
    googleWorkspace,
    gusto,
    hibob,
    jumpcloud,
    okta,
    personio,
    rippling,
    scim,
    square,
    successfactors,
    workday,
  ),
})
export class HrConnectorsModule {}
