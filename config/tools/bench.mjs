#!/usr/bin/env node
// `npm run bench`: ratios against physical limits measured in the same run; see bench/main.ts.
import { buildTools } from './build.mjs';

await buildTools();
await import('../../dist-tools/bench/main.js');
