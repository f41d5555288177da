import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { ohipRig } from '../../../../test/ohip/ohip-rig.js';
import { ohip } from './ohip.connector.js';

describeConnector(ohip, ohipRig);
