import path from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/** What takes half a minute and more on two cores, the longest first. Jest knows times only after a first run. */
const longest = `
web/every-page e2e/kill packages/debian web/resources e2e/start-stop api/route-fuzz e2e/behind-pgbouncer web/admin
web/reports web/day web/staff web/desk e2e/failover e2e/refused-starts e2e/several-processes api/tenant-walk
entra/entra-day packages/container e2e/idempotency-kill radius/disconnect web/connection web/new-connection
radius/outage portal/gateways/unifi portal/registering-kill api/contract
portal/gateways/own-gateway database/standby console/bulk-size e2e/delivery-kill radius/change e2e/radius-server
portal/card-kill e2e/command-line e2e/report-kill e2e/room-charge-kill
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
