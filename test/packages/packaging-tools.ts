import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isInstalled } from '../optional/is-installed.js';

/** Schemas that only these suites need: `npm ci --prefix config/packaging` installs them. */
export const packagingFolder = path.resolve('config/packaging');

/** From there, whatever the rest of the project has. */
export const fromPackaging = createRequire(path.join(packagingFolder, 'package.json'));

/** `describe` where they are installed; elsewhere the suite is skipped with a line. */
export function withPackagingTools(): boolean {
  const missing = existsSync(path.join(packagingFolder, 'node_modules')) ? [] : ['(npm ci --prefix config/packaging)'];
  return isInstalled('What compares packages with their schemas', missing);
}

/** Where a program of Debian's is, by its package: what is missing is named when a suite is skipped. */
export function missingPackages(programs: Readonly<Record<string, string>>): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return Object.entries(programs)
    .filter(([program]) => !folders.some((folder) => existsSync(path.join(folder, program))))
    .map(([, name]) => name);
}

interface Validator {
  (value: unknown): boolean;
  readonly errors: readonly object[] | null;
}
type Ajv = new (options: object) => {
  compile(schema: object): Validator;
  addSchema(schema: object, key: string): void;
};

/**
 * What a JSON schema says of a value; `draft` is ajv's module of its form, `others` are those that it refers to. Some
 * have formats of their own.
 */
export function validator(
  draft: string,
  schema: object,
  hasFormats: boolean,
  others: Readonly<Record<string, object>> = {},
): Validator {
  const { default: ajv } = fromPackaging(draft) as { default: Ajv };
  const { default: addFormats } = fromPackaging('ajv-formats') as { default: (each: unknown) => void };
  const made = new ajv({ strict: false, allErrors: true, validateFormats: hasFormats, logger: false });
  if (hasFormats) addFormats(made);
  for (const [key, other] of Object.entries(others)) made.addSchema(other, key);
  return made.compile(schema);
}
