import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { envoy } from './envoy/envoy.connector.js';
import { signInApp } from './sign-in-app/sign-in-app.connector.js';

/** Visitor desks: a line each. */
@Module({
  providers: connectorProviders(envoy, signInApp),
})
export class VisitorConnectorsModule {}
