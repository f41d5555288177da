import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { csvRig } from '../../../../test/csv/csv-rig.js';
import { csv } from './csv.connector.js';

describeConnector(csv, csvRig);
