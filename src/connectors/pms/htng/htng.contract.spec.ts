import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { htngRig } from '../../../../test/htng/htng-rig.js';
import { htng } from './htng.connector.js';

describeConnector(htng, htngRig);
