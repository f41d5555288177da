import { readdirSync } from 'node:fs';
import { describeVendorFile } from './describe-vendor-file.js';

/**
 * The contract over all connectors, for `npm test -- test/connector-contract`. In a run of everything, each connector's
 * own file does this (config/jest.config.mjs).
 */
const root = new URL('../../src/connectors/', import.meta.url);

for (const place of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
  const { href } = new URL(place, root);
  if (place.endsWith('.contract.spec.ts')) await import(href);
  if (place.endsWith('/vendor.yaml')) describeVendorFile(href);
}
