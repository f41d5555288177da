import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { restPoll } from './rest-poll/rest-poll.connector.js';
import { webhook } from './webhook/webhook.connector.js';

/** Connectors for any other system, by settings alone; one line each. */
@Module({
  providers: connectorProviders(restPoll, webhook),
})
export class GenericConnectorsModule {}
