import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { envoyRig } from '../../../../test/envoy/envoy-rig.js';
import { envoy } from './envoy.connector.js';

describeConnector(envoy, envoyRig);
