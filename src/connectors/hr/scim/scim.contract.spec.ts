import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { scimRig } from '../../../../test/scim/scim-rig.js';
import { scim } from './scim.connector.js';

describeConnector(scim, scimRig);
