import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { kisiRig } from '../../../../test/kisi/kisi-rig.js';
import { kisi } from './kisi.connector.js';

describeConnector(kisi, kisiRig);
