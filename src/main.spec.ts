import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

/**
 * Statements of a module that have another one read with it; types vanish, and `import()` waits until it is reached.
 */
const statements = /^(?:import|export)\s(?!type\b)(?:[^;']*?\sfrom\s)?'([^']+)';/gm;
const typesOnly = /^(?:import|export)\s*\{(?:\s*type\s[^,}]*,?)*\s*\}/;

/** Packages that are read before the service answers. */
function packagesFrom(start: URL): Set<string> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const read = (file: URL): void => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    for (const [whole, from] of readFileSync(fileURLToPath(file), 'utf8').matchAll(statements)) {
      if (typesOnly.test(whole)) continue;
      if (from.startsWith('.')) read(new URL(from.replace(/\.js$/, '.ts'), file));
      else packages.add(from);
    }
  };
  read(start);
  return packages;
}

test('a start loads what every service needs, not what only certificates, mail, files, printing or SAML need', () => {
  const packages = packagesFrom(new URL('main.ts', import.meta.url));
  expect([...packages]).toEqual(expect.arrayContaining(['@nestjs/core', '@nestjs/platform-fastify', 'typeorm', 'pg']));
  const rare = [
    '@peculiar/x509',
    'pkijs',
    'asn1js',
    'plist',
    'nodemailer',
    'ssh2-sftp-client',
    'pdfkit',
    'fontkit',
    'bidi-js',
    'qrcode',
    '@node-saml/node-saml',
    '@simplewebauthn/server',
  ];
  expect(rare.filter((name) => packages.has(name))).toEqual([]);
});
