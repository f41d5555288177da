#!/usr/bin/env node
// `npm run package`: what other machines install, from a checkout that is built.
import path from 'node:path';
import { debianPackage } from './debian.mjs';
import { freeRadius, rootfs } from './rootfs.mjs';
import { stage } from './stage.mjs';

const kinds = {
  folder: (to) => stage(to),
  rootfs: (to) => rootfs(to),
  freeradius: (to) => freeRadius(to),
  deb: (to) => debianPackage(to),
};

const [kind, to] = process.argv.slice(2);
if (!kinds[kind] || !to) {
  console.error(`npm run package -- ${Object.keys(kinds).join('|')} <where to>`);
  process.exit(2);
}
kinds[kind](path.resolve(to));
