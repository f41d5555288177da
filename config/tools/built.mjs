#!/usr/bin/env node
// `npm start` (main), `npm run migrate`, `radius`, `audit:verify`, `openapi`: builds when the build is not of these
// sources, then runs
// that program of it. What runs already keeps its files: nothing is built anew beneath it unless a source changed.
import { buildWhenNeeded } from './build.mjs';

const [program] = process.argv.splice(2, 1);
await buildWhenNeeded();
await import(`../../dist/${program}.js`);
