#!/usr/bin/env node
// `npm run build`.
import { build } from './build.mjs';

await build();
