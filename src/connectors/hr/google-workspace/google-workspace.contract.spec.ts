import { describeConnector } from '../../../../test/connector-contract/describe-connector.js';
import { googleWorkspaceRig } from '../../../../test/google-workspace/google-workspace-rig.js';
import { googleWorkspace } from './google-workspace.connector.js';

describeConnector(googleWorkspace, googleWorkspaceRig);
