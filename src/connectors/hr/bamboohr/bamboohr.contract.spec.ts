import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { bamboohrRig } from '../../../../test/bamboohr/bamboohr-rig.js';
import { bamboohr } from './bamboohr.connector.js';

describeConnector(bamboohr, bamboohrRig);
