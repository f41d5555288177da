import type { ConnectorDefinition } from '../provisioning/connector/connector.js';
import { restPoll } from './generic/rest-poll/rest-poll.connector.js';
import { webhook } from './generic/webhook/webhook.connector.js';
import { bamboohr } from './hr/bamboohr/bamboohr.connector.js';
import { csv } from './hr/csv/csv.connector.js';
import { scim } from './hr/scim/scim.connector.js';
import { apaleo } from './pms/apaleo/apaleo.connector.js';
import { fias } from './pms/fias/fias.connector.js';
import { mews } from './pms/mews/mews.connector.js';
import { envoy } from './visitor/envoy/envoy.connector.js';
import { stripe } from './billing/stripe/stripe.connector.js';
import { kisi } from './access/kisi/kisi.connector.js';
import { signInApp } from './visitor/sign-in-app/sign-in-app.connector.js';

/** Every connector of this build, one line each. */
export const connectorDefinitions: readonly ConnectorDefinition[] = [
  apaleo,
  fias,
  mews,
  envoy,
  signInApp,
  bamboohr,
  csv,
  scim,
  stripe,
  webhook,
  restPoll,
  kisi,
];
