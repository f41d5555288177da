import path from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/** What took 20 seconds and more on two cores, the longest first. Jest knows times only after a first run. */
const longest = `
web/every-page e2e/kill web/every-dialog packages/debian e2e/start-stop api/route-fuzz e2e/behind-pgbouncer web/day
web/reports web/desk web/resources e2e/refused-starts e2e/failover web/staff e2e/several-processes entra/entra-day
web/admin packages/container api/tenant-walk database/standby radius/disconnect e2e/idempotency-kill
vendor-files/address-budget radius/outage web/rules portal/gateways/unifi web/new-connection web/connection
portal/gateways/opennds e2e/delivery-kill tracing/one-guest ohip/stream-day portal/identity/active-directory
portal/registering-kill e2e/radius-server e2e/pruned vendor-files/shared-token web/structures e2e/report-kill
radius/change web/connection-mapping portal/card-kill console/bulk-property e2e/alerts e2e/command-line
portal/gateways/own-gateway connector-contract/vendor-file-styles portal/longer-stays e2e/latency
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
