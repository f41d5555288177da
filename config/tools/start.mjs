#!/usr/bin/env node
// `npm start`: builds when a source is newer than the build, then serves.
import { buildWhenNeeded } from './build.mjs';

await buildWhenNeeded();
await import('../../dist/main.js');
