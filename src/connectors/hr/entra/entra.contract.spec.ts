import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { entraRig } from '../../../../test/entra/entra-rig.js';
import { entra } from './entra.connector.js';

describeConnector(entra, entraRig);
