import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { restPollRig } from '../../../../test/rest-poll/rest-poll-rig.js';
import { restPoll } from './rest-poll.connector.js';

describeConnector(restPoll, restPollRig);
