import { Module } from '@nestjs/common';
import { connectorProviders } from '../../provisioning/connector/connector-providers.js';
import { envoy } from './envoy/envoy.connector.js';
import { signInApp } from './sign-in-app/sign-in-app.connector.js';
import { vendorAt } from '../vendor-file/load-vendor.js';

const proxyclick = vendorAt(new URL('./proxyclick/vendor.yaml', import.meta.url));
const tractionGuest = vendorAt(new URL('./traction-guest/vendor.yaml', import.meta.url));

/** Visitor desks: a line each. */
@Module({
  providers: connectorProviders(envoy, proxyclick, signInApp, tractionGuest),
})
export class VisitorConnectorsModule {}
