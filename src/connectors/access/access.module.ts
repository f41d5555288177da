import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { kisi } from './kisi/kisi.connector.js';
import { vendorAt } from '../vendor-file/load-vendor.js';

const avigilonAlta = vendorAt(new URL('./avigilon-alta/vendor.yaml', import.meta.url));
const brivo = vendorAt(new URL('./brivo/vendor.yaml', import.meta.url));
const verkada = vendorAt(new URL('./verkada/vendor.yaml', import.meta.url));

/** Door systems, one line each. */
@Module({
  providers: connectorProviders(avigilonAlta, brivo, kisi, verkada),
})
export class AccessConnectorsModule {}
