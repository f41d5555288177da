import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { mewsRig } from '../../../../test/mews/mews-rig.js';
import { mews } from './mews.connector.js';

describeConnector(mews, mewsRig);
