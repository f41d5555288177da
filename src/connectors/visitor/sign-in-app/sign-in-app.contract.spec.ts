import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { signInAppRig } from '../../../../test/sign-in-app/sign-in-app-rig.js';
import { signInApp } from './sign-in-app.connector.js';

describeConnector(signInApp, signInAppRig);
