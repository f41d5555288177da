import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { apaleoRig } from '../../../../test/apaleo/apaleo-rig.js';
import { apaleo } from './apaleo.connector.js';

describeConnector(apaleo, apaleoRig);
