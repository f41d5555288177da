#!/usr/bin/env node
// `npm run openapi:lint`: docs/openapi.json by Redocly's recommended rules and Spectral's for OpenAPI. Whatever either
// says fails.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const file = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
const text = await readFile(file, 'utf8');

const rules = {
  // /bulk/status/{job_id} beside /bulk/{resource}/async, /webhooks/deliveries/{id} beside /webhooks/{id}/test:
  // addresses of the
  // contract. A path that is spelt out comes first, and no resource is called status, no webhook's id deliveries.
  'no-ambiguous-paths': 'off',
  // In OpenAPI 3.0 what stands beside $ref does not count: allOf around it is how a field that refers gets a
  // description.
  'no-illogical-composition-keywords': 'off',
};

const config = await createConfig({ extends: ['recommended'], rules });
const redocly = (await lintFromString({ source: text, absoluteRef: file, config })).map(
  ({ ruleId, message, location }) => `redocly ${ruleId} ${location[0]?.pointer ?? ''}: ${message}`,
);

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [rulesets.oas] });
const others = (await linter.run(JSON.parse(text))).map(
  ({ code, message, path }) => `spectral ${code} ${path.join('/')}: ${message}`,
);

const findings = [...redocly, ...others];
for (const finding of findings) process.stderr.write(`${finding}\n`);
if (findings.length > 0) {
  process.stderr.write(`docs/openapi.json: ${findings.length} findings\n`);
  process.exitCode = 1;
}
