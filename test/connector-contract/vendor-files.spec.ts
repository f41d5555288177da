import { readdirSync, readFileSync } from 'node:fs';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import { vendorDefinition } from '../../src/connectors/vendor-file/vendor-definition.js';
import { describeConnector } from './describe-connector.js';
import { roomy, vendorFileRig } from './vendor-file-rig.js';

/** The whole contract, for every vendor that is a file. `npm test -- vendor-files -t personio` runs one of them. */
const root = new URL('../../src/connectors/', import.meta.url);

for (const place of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!place.endsWith('/vendor.yaml')) continue;
  const { file: read, faults } = readVendor(readFileSync(new URL(place, root), 'utf8'));
  if (!read) throw new Error(`${place}:${faults.join(`\n${place}:`)}`);
  const file = roomy(read);
  describeConnector(vendorDefinition(file), vendorFileRig(file));
}
