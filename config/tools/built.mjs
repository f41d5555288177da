#!/usr/bin/env node
// The command `usher` from a checkout (`npm start`, `npm run migrate`, `radius`, `audit:verify`, `openapi`): builds
// when the build is not of these sources, then runs what was built, with the arguments given here. What runs already
// keeps its files: nothing is built anew beneath it unless a source changed.
import { buildWhenNeeded } from './build.mjs';

await buildWhenNeeded();
await import('../../dist/bin/usher.js');
