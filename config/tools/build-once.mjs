// What test files and pages that run side by side begin with: one of them builds, the others find it done.
import { buildWhenNeeded } from './build.mjs';

await buildWhenNeeded();
