import { createHash } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';

const contract = fileURLToPath(new URL('../../test/connector-contract/describe-vendor-file.ts', import.meta.url));

/** A vendor file as a test: its words are read by the test, as the service reads them. */
export default {
  process: (_, path) => ({
    code: `import { describeVendorFile } from ${JSON.stringify(contract)};
describeVendorFile(${JSON.stringify(pathToFileURL(path).href)});`,
  }),
  getCacheKey: (text, path) => createHash('sha256').update(`1 ${path} ${text}`).digest('hex'),
};
