import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { apaleo } from './apaleo/apaleo.connector.js';
import { fias } from './fias/fias.connector.js';
import { htng } from './htng/htng.connector.js';
import { mews } from './mews/mews.connector.js';
import { ohip } from './ohip/ohip.connector.js';
import { vendorAt } from '../vendor-file/load-vendor.js';

const beds24 = vendorAt(new URL('./beds24/vendor.yaml', import.meta.url));
const cloudbeds = vendorAt(new URL('./cloudbeds/vendor.yaml', import.meta.url));
const guesty = vendorAt(new URL('./guesty/vendor.yaml', import.meta.url));
const hostaway = vendorAt(new URL('./hostaway/vendor.yaml', import.meta.url));
const rms = vendorAt(new URL('./rms/vendor.yaml', import.meta.url));
const stayntouch = vendorAt(new URL('./stayntouch/vendor.yaml', import.meta.url));

/** Hotel systems, one line each. */
@Module({
  providers: connectorProviders(apaleo, beds24, cloudbeds, fias, guesty, hostaway, htng, mews, ohip, rms, stayntouch),
})
export class PmsConnectorsModule {}
