import { NestFactory } from '@nestjs/core';
import { ConnectorsModule } from '../../src/connectors/connectors.module.js';
import { ConnectorCatalogue } from '../../src/provisioning/connector/catalogue.js';

const app = await NestFactory.createApplicationContext(ConnectorsModule, { logger: false });

/** Every connector of this build, as the service finds them. */
export const connectorDefinitions = app.get(ConnectorCatalogue).definitions;

await app.close();
