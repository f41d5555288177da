/** The house rule of docs/architecture.md: imports point down only. */
const below = {
  kernel: [],
  database: ['kernel'],
  http: ['kernel'],
  radius: ['kernel', 'database', 'http'],
  console: ['kernel', 'database', 'http', 'radius'],
  provisioning: ['kernel', 'database', 'http', 'radius'],
  connectors: ['kernel', 'provisioning'],
  portal: ['kernel', 'database', 'http', 'radius', 'console', 'provisioning'],
  people: ['kernel', 'database', 'http', 'radius', 'console', 'provisioning'],
};

const layerRules = Object.entries(below).map(([layer, allowed]) => ({
  name: `${layer}-imports-down-only`,
  severity: 'error',
  comment: `${layer} may import only itself${allowed.length ? ` and ${allowed.join(', ')}` : ''}`,
  from: { path: `^src/${layer}/`, ...(layer === 'provisioning' ? { pathNot: 'wifi-console/built-in' } : {}) },
  to: { path: '^src/', pathNot: `^src/(${[layer, ...allowed].join('|')})/` },
}));

/**
 * The rooms of the engine, the portal and the pages for people, the folders of the console and of the edge, from the
 * top: each may import those behind it.
 */
const order = {
  people: [
    // serves the pages
    'web',
    // what they show
    'overview',
    'links',
    'live',
    'runs',
    'timeline',
    'guests',
    'logins',
    'online',
    'setup',
    'search',
  ],
  portal: [
    // what its editors see
    'preview',
    'setup',
    // what hangs on the wall
    'signs',
    // what a guest sees
    'visit',
    'pages',
    'payments',
    // what somebody has to confirm before she stays
    'requests',
    // people of directories whom RADIUS asks about
    'logins',
    // how she proves herself, and how she is let in
    'ways',
    'gateways',
    'admission',
    'identity',
  ],
  http: [
    // puts the edge around an application
    'edge',
    // what answers look like, and what is told about them
    'openapi',
    'hal',
    // who may call, how often, and whether it was done before
    'idempotency',
    'access',
    // what comes in, and what goes wrong
    'problem',
    'body',
    'etag',
    'list',
    'address',
  ],
  provisioning: [
    'api',
    'privacy',
    'intake',
    'reconcile',
    'deliver',
    'posting',
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
  ],
  console: [
    // many at once
    'bulk',
    // what happened
    'audit',
    'report-schedules',
    'reports',
    // what devices are given, and how they are connected now
    'profiles',
    'sessions',
    'certificates',
    // who is told
    'webhooks',
    'alerts',
    'alert-contacts',
    // who may call
    'keys',
    'saved-views',
    'preferences',
    'password-resets',
    'sign-in',
    'operators',
    'passkeys',
    'organizations',
    'authentication-providers',
    'linked-accounts',
    'single-sign-on',
    'roles',
    // where people sign in
    'radius-servers',
    'gateways',
    'payments',
    'registrations',
    'portal-attempts',
    'captive-portals',
    'networks',
    'payment-providers',
    // who may sign in
    'attributes',
    'dictionary',
    'events',
    'policies',
    'users',
    'devices',
    'voucher-presets',
    'vouchers',
    'user-groups',
    // what all of them use
    'paper',
    'audit-trail',
    'alarms',
    'departed',
    'passwords',
    'crud',
    'batch',
  ],
};

const orderRules = Object.entries(order).flatMap(([layer, folders]) => [
  ...folders.slice(1).map((folder, index) => ({
    name: `${layer}-${folder}-imports-down-only`,
    severity: 'error',
    comment: `${folder} may not import the folders above it`,
    from: { path: `^src/${layer}/${folder}/` },
    to: { path: `^src/${layer}/(${folders.slice(0, index + 1).join('|')})/` },
  })),
  {
    name: `${layer}-folders-have-a-place`,
    severity: 'error',
    comment: 'a new folder is given its place in the order of config/dependency-cruiser.mjs',
    from: { path: `^src/${layer}/` },
    to: { path: `^src/${layer}/[^/]+/`, pathNot: `^src/${layer}/(${folders.join('|')})/` },
  },
]);

/**
 * Inside a folder, too, imports go one way: it wires its sub-folders together, and they do not import it. One folder is
 * the other way round: the mapping of records stands on the contract of connectors.
 */
const builtUpon = '^src/provisioning/connector/mapping/';
const folderRules = [
  {
    name: 'no-cycles-between-folders',
    severity: 'error',
    comment: 'type-only imports included',
    scope: 'folder',
    from: { path: '^src/(provisioning|console|http|kernel|database|radius|portal|people)/' },
    to: { circular: true },
  },
  ...[0, 1, 2].map((depth) => ({
    name: `sub-folders-at-${depth + 1}-do-not-import-their-folder`,
    severity: 'error',
    comment: 'what a folder and its sub-folders both need lies in a sub-folder',
    from: {
      path: `^(src/(?:provisioning|console|radius|portal|people)${'/[^/]+'.repeat(depth)})/[^/]+/`,
      pathNot: builtUpon,
    },
    to: { path: '^$1/[^/]+$' },
  })),
  {
    name: 'what-a-route-says-stands-below-the-folders-of-http',
    severity: 'error',
    comment: 'what a route says and what is known of a call know the address only; every folder may know them',
    from: { path: '^src/http/[^/]+$' },
    to: { path: '^src/http/[^/]+/', pathNot: '^src/http/address/' },
  },
  {
    name: 'the-kernel-does-not-import-its-folders',
    severity: 'error',
    comment: 'its folders stand on it',
    from: { path: '^src/kernel/[^/]+$' },
    to: { path: '^src/kernel/[^/]+/' },
  },
  {
    name: 'the-database-imports-its-migrations-only',
    severity: 'error',
    comment: 'its other folders stand on it',
    from: { path: '^src/database/[^/]+$' },
    to: { path: '^src/database/[^/]+/', pathNot: '^src/database/migrations/' },
  },
  {
    name: 'the-schema-is-made-without-the-database',
    severity: 'error',
    comment: 'the database wires its migrations, and these the schema',
    from: { path: '^src/database/(migrations|schema)/' },
    to: { path: '^src/database/([^/]+$|queue/|retention/|embedded/)' },
  },
  {
    name: 'the-schema-does-not-know-migrations',
    severity: 'error',
    from: { path: '^src/database/schema/' },
    to: { path: '^src/database/migrations/' },
  },
  {
    name: 'the-application-is-put-together-above-start',
    severity: 'error',
    from: { path: '^src/(start|settings|health|retention)/' },
    to: { path: '^src/[^/]+$' },
  },
  {
    name: 'connectors-contract-without-mapping',
    severity: 'error',
    from: { path: '^src/provisioning/connector/[^/]+$' },
    to: { path: builtUpon },
  },
];

export default {
  forbidden: [
    ...layerRules,
    ...orderRules,
    ...folderRules,
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
      comment: 'type-only imports included',
      from: { path: '^(src|web/src|clients)/' },
      to: { circular: true },
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
