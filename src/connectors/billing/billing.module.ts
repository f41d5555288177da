import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { stripe } from './stripe/stripe.connector.js';

/** Billing: a line each. */
@Module({
  providers: connectorProviders(stripe),
})
export class BillingConnectorsModule {}
