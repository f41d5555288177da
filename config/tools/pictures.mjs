#!/usr/bin/env node
// `npm run pictures`: pages of the console for the documents; see test/demo/pictures.ts.
import { buildTools } from './build.mjs';

await buildTools();
await import('../../dist-tools/test/demo/pictures.js');
