import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { stripe } from './stripe/stripe.connector.js';
import { vendorAt } from '../vendor-file/load-vendor.js';

const cobot = vendorAt(new URL('./cobot/vendor.yaml', import.meta.url));
const nexudus = vendorAt(new URL('./nexudus/vendor.yaml', import.meta.url));
const officernd = vendorAt(new URL('./officernd/vendor.yaml', import.meta.url));

/** Billing systems, one line each. */
@Module({
  providers: connectorProviders(cobot, nexudus, officernd, stripe),
})
export class BillingConnectorsModule {}
