import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { stripe } from './stripe/stripe.connector.js';

/** Billing systems, one line each. */
@Module({
  providers: connectorProviders(stripe),
})
export class BillingConnectorsModule {}
