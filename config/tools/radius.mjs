#!/usr/bin/env node
// `npm run radius`: builds when a source is newer than the build, then runs the installed FreeRADIUS on the service's database.
import { buildWhenNeeded } from './build.mjs';

await buildWhenNeeded();
await import('../../dist/radius-server.js');
