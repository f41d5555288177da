import path from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/** What took 40 seconds and more on two cores, the longest first. Jest knows times only after a first run. */
const longest = `
web/every-page e2e/start-stop web/every-dialog packages/debian e2e/kill web/desk api/route-fuzz web/resources
api/tenant-walk packages/container web/day web/rows-ahead e2e/refused-starts e2e/behind-pgbouncer web/provider-sign-in
radius/disconnect web/admin vendor-files/every-vendor-day contract/endpoints web/reports e2e/failover
provisioning/remote/remote-storm e2e/several-processes api/permission-matrix web/staff radius/radsec
console/bulk-property portal/gateways/opennds portal/gateways/endings e2e/delivery-kill entra/entra-day
web/new-connection portal/gateways/own-gateway e2e/sending-kill contract/resources database/standby e2e/pruned
api/contract portal/choice-in-a-browser portal/attacks radius/stations console/operators/sign-in-http
console/operators/power demo/killed-demo e2e/idempotency-kill web/connection people/guests api/refusing-database
connector-contract/vendor-file-styles portal/identity/minutes-to-a-provider web/rules portal/registering-kill
web/keyboard vendor-files/shared-token provisioning/reconcile/console-away e2e/radius-server portal/gateways/unifi
vendor-files/address-budget portal/identity/active-directory contract/strange-client packages/kubernetes
e2e/command-line portal/card-kill web/payments e2e/reseal web/organizations e2e/slow-readers
portal/without-cookies-in-a-browser api/documented-answers
`
  .trim()
  .split(/\s+/);

/** A long file that starts last keeps one worker busy while the others have nothing to do. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
}

function place({ path: file, duration, context }) {
  if (duration !== undefined) return longest.length;
  const name = path.relative(path.join(context.config.rootDir, 'test'), file).replace(/\.spec\.ts$/, '');
  const found = longest.indexOf(name.split(path.sep).join('/'));
  return found === -1 ? longest.length : found;
}
