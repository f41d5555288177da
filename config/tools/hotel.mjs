#!/usr/bin/env node
// `npm run hotel`: a simulated hotel to connect to; see test/demo/hotel.ts.
import { buildTools } from './build.mjs';

await buildTools();
await import('../../dist-tools/test/demo/hotel.js');
