import { readFileSync } from 'node:fs';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import { vendorDefinition } from '../../src/connectors/vendor-file/vendor-definition.js';
import { describeConnector } from './describe-connector.js';
import { roomy, vendorFileRig } from './vendor-file-rig.js';

/** The whole contract, for the vendor that a file describes. `npm test -- personio` runs it for one. */
export function describeVendorFile(place: string): void {
  const { file: read, faults } = readVendor(readFileSync(new URL(place), 'utf8'));
  if (!read) throw new Error(faults.map((each) => `${place}:${each}`).join('\n'));
  const file = roomy(read);
  describeConnector(vendorDefinition(file), vendorFileRig(file, new URL('.', place)));
}
