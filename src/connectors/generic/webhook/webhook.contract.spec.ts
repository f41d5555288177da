import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { webhookRig } from '../../../../test/webhook/webhook-rig.js';
import { webhook } from './webhook.connector.js';

describeConnector(webhook, webhookRig);
