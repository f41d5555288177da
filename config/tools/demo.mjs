#!/usr/bin/env node
// `npm run demo`: a simulated hotel day against the real service; see test/demo/main.ts.
import { buildTools } from './build.mjs';

await buildTools();
await import('../../dist-tools/test/demo/main.js');
