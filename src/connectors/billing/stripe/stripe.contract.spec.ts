import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { stripeRig } from '../../../../test/stripe/stripe-rig.js';
import { stripe } from './stripe.connector.js';

describeConnector(stripe, stripeRig);
