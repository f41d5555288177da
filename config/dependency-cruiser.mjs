/** The house rule of docs/architecture.md: imports point down only. */
const below = {
  kernel: [],
  database: ['kernel'],
  http: ['kernel'],
  radius: ['kernel', 'database', 'http'],
  console: ['kernel', 'database', 'http', 'radius'],
  provisioning: ['kernel', 'database', 'http', 'radius'],
  connectors: ['kernel', 'provisioning'],
};

const layerRules = Object.entries(below).map(([layer, allowed]) => ({
  name: `${layer}-imports-down-only`,
  severity: 'error',
  comment: `${layer} may import only itself${allowed.length ? ` and ${allowed.join(', ')}` : ''}`,
  from: { path: `^src/${layer}/`, ...(layer === 'provisioning' ? { pathNot: 'built-in' } : {}) },
  to: { path: '^src/', pathNot: `^src/(${[layer, ...allowed].join('|')})/` },
}));

export default {
  forbidden: [
    ...layerRules,
    {
      name: 'one-door-to-the-console',
      severity: 'error',
      comment: 'provisioning meets the console in the built-in adapter only',
      from: { path: '^src/provisioning/.*built-in' },
      to: { path: '^src/', pathNot: '^src/(provisioning|kernel|database|http|console)/' },
    },
    {
      name: 'connectors-are-strangers',
      severity: 'error',
      comment: 'a connector never imports another connector',
      from: { path: '^src/connectors/([^/]+/[^/]+)/' },
      to: { path: '^src/connectors/[^/]+/[^/]+/', pathNot: '^src/connectors/$1/' },
    },
    {
      name: 'typeorm-stays-with-the-data',
      severity: 'error',
      from: { path: '^src/(kernel|http|connectors)/' },
      to: { path: 'node_modules/(typeorm|@nestjs/typeorm|pg)/' },
    },
    {
      name: 'pg-only-in-database',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/database/' },
      to: { path: 'node_modules/pg/' },
    },
    {
      name: 'http-clients-only-in-kernel',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/kernel/' },
      to: { path: 'node_modules/(axios|@nestjs/axios)/' },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^src/' }, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
