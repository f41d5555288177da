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
  from: { path: `^src/${layer}/`, ...(layer === 'provisioning' ? { pathNot: 'wifi-console/built-in' } : {}) },
  to: { path: '^src/', pathNot: `^src/(${[layer, ...allowed].join('|')})/` },
}));

/** The rooms of the engine, from the top: a room may import those behind it. */
const rooms = [
  'api',
  'privacy',
  'intake',
  'reconcile',
  'deliver',
  'entitle',
  'subject',
  'scim',
  'identity',
  'host',
  'wifi-console',
  'inbox',
  'connection',
  'connector',
  'access',
  'facts',
];

const roomRules = rooms.slice(1).map((room, index) => ({
  name: `provisioning-${room}-imports-down-only`,
  severity: 'error',
  comment: `${room} may not import the rooms above it`,
  from: { path: `^src/provisioning/${room}/` },
  to: { path: `^src/provisioning/((${rooms.slice(0, index + 1).join('|')})/|[^/]+$)` },
}));

export default {
  forbidden: [
    ...layerRules,
    ...roomRules,
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
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
