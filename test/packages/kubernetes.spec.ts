import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { isInstalled } from '../optional/is-installed.js';
import { missingPackages, packagingFolder, withPackagingTools } from './packaging-tools.js';
import { typeErrors } from './type-errors.js';

interface Container {
  readonly image: string;
  readonly securityContext?: object;
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: {
    readonly replicas?: number;
    readonly template?: {
      readonly spec: { readonly containers: readonly Container[]; readonly hostNetwork?: boolean };
    };
    readonly [name: string]: unknown;
  };
}

const folder = 'deploy/kubernetes';
const documents = (text: string) => parseAllDocuments(text).map((each) => each.toJS() as Manifest);
// Debian's kubectl needs what newer ones call deprecated.
const quiet: ExecFileSyncOptionsWithStringEncoding = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
const render = (overlay: string) => documents(execFileSync('kubectl', ['kustomize', `${folder}/${overlay}`], quiet));
const examples = globSync(`${folder}/examples/*.yaml`).flatMap((file) => documents(readFileSync(file, 'utf8')));

const overlays = ['base', 'overlays/one', 'overlays/ha'];
const missing = missingPackages({ kubectl: 'kubernetes-client' });

/** Where each kind's types and schema are; CloudNativePG publishes neither. */
function modelOf({ apiVersion }: Manifest): string | undefined {
  if (apiVersion.startsWith('postgresql.cnpg.io/')) return undefined;
  const isOperators = apiVersion.startsWith('monitoring.coreos.com/');
  return `${isOperators ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'}/${apiVersion}`;
}

/** In a process of its own: they are native modules, installed elsewhere. */
const validation = `
import { readFileSync } from 'node:fs';
const said = [];
for (const { each, model } of JSON.parse(readFileSync(0, 'utf8'))) {
  const kinds = await import(model);
  try {
    new kinds[each.kind](each).validate();
  } catch (error) {
    said.push(each.kind + ' ' + each.metadata.name + ': ' + error.message);
  }
}
console.log(JSON.stringify(said));
`;

/** Names that are no field, and values of the wrong kind. */
function complaints(manifests: readonly Manifest[]): string[] {
  const known = manifests.flatMap((each) => {
    const model = modelOf(each);
    return model === undefined ? [] : [{ each, model }];
  });
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', validation], {
    cwd: packagingFolder,
    input: JSON.stringify(known),
    encoding: 'utf8',
  });
  const literals = known.map(
    ({ each, model }, at) =>
      `import type { I${each.kind} as Kind${at} } from '${model}';\n` +
      `export const manifest${at}: Kind${at} = ${JSON.stringify(each)};\n`,
  );
  return [...(JSON.parse(said) as string[]), ...typeErrors(literals.join(''))];
}

(isInstalled('What kustomize renders', missing) ? describe : describe.skip)('rendered', () => {
  (withPackagingTools() ? test : test.skip).each(overlays)(
    '%s is of the schemas and types of Kubernetes',
    (overlay) => {
      const manifests = render(overlay);
      expect(manifests.length).toBeGreaterThan(10);
      expect(complaints(manifests)).toEqual([]);
    },
  );

  test.each(overlays)('%s: every process is confined, and every image has a version', (overlay) => {
    const manifests = render(overlay);
    for (const { kind, metadata, spec } of manifests) {
      expect([kind, metadata.namespace]).toEqual([kind, kind === 'Namespace' ? undefined : 'usher']);
      for (const container of spec?.template?.spec.containers ?? []) {
        expect(container.image).toMatch(/^usher(?:-radius)?:\d+\.\d+\.\d+$/);
        expect(container.securityContext).toEqual({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  test('packets of access points keep their address: by the load balancer, or on the node itself', () => {
    const of = (overlay: string, kind: string) =>
      render(overlay).find((each) => each.kind === kind && each.metadata.name === 'usher-radius')?.spec;
    for (const overlay of ['base', 'overlays/ha'])
      expect(of(overlay, 'Service')).toMatchObject({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' });
    expect(of('overlays/one', 'StatefulSet')?.template?.spec.hostNetwork).toBe(true);
    expect(of('overlays/one', 'Service')).not.toHaveProperty('externalTrafficPolicy');
  });

  test('one node runs one process for everything, several nodes as many as there is to do', () => {
    const replicas = (overlay: string) =>
      render(overlay)
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ metadata, spec }) => [metadata.name, spec?.replicas]);
    expect(replicas('overlays/one')).toEqual([
      ['usher-api', 1],
      ['usher-worker', 0],
    ]);
    expect(replicas('overlays/ha')).toEqual([
      ['usher-api', undefined],
      ['usher-worker', 2],
    ]);
  });
});

(withPackagingTools() ? test : test.skip)('the examples are of the schemas, and a wrong one is told', () => {
  expect(complaints(examples)).toEqual([]);
  const [secret] = examples.filter(({ kind }) => kind === 'Secret');
  expect(complaints([{ ...secret, stringDatta: {} } as Manifest])).toEqual([expect.stringContaining('stringDatta')]);
  expect(complaints([{ ...secret, stringData: 7 } as unknown as Manifest]).length).toBeGreaterThan(0);
});
