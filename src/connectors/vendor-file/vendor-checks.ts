import type { FieldProblem } from '../../kernel/errors.js';
import { isObject } from '../../kernel/json/is-object.js';
import type { Reach } from '../../kernel/reach.js';
import type { Change } from '../../provisioning/connector/change.js';
import { wrongInMapping } from '../../provisioning/connector/mapping/mapping-rules.js';
import { wrong } from '../../provisioning/connector/shape.js';
import { snakeCased } from '../../provisioning/facts/facts.js';
import { wrongInVerifier } from '../generic/webhook/webhook.verifier.js';
import { exampleSettings } from './setting-rules.js';
import { wrongSettingValues } from './setting-values.js';
import { filledIn, namesIn } from './template.js';
import { chargeNames } from './vendor-charges.js';
import type { VendorFile, VendorRecord, VendorRequest } from './vendor-file.js';
import { VendorMapping } from './vendor-mapping.js';
import { hintsIn } from './vendor-webhook.js';

/** When a sample came does not matter. */
const anyInstant = '2026-01-01T00:00:00.000Z';

/** What a file of the right shape refers to wrongly; last, whether its samples mean what they say. */
export function wrongReferences(file: VendorFile, reach: Reach): FieldProblem[] {
  const found = [
    ...wrongSettings(file),
    ...wrongSettingValues(file, reach),
    ...wrongRequests(file),
    ...wrongWebhook(file),
    ...wrongCharges(file),
    ...('records' in file.mapping ? wrong('#/mapping/records', 'is said at list/records') : []),
    ...wrongInMapping(filledIn(file.mapping, exampleSettings(file)), '#/mapping', { source: 'list' }),
    ...wrongMappingTexts(file.mapping, '#/mapping', file),
    ...wrongDays(file),
    ...((file.changes === undefined) === (file.schedule.incremental === undefined)
      ? []
      : wrong('#/schedule', 'has incremental exactly when there are changes to ask for')),
  ];
  return found.length > 0 ? found : [...wrongHints(file), ...wrongSamples(file)];
}

function wrongSettings({ settings, webhook }: VendorFile): FieldProblem[] {
  return Object.entries(settings).flatMap(([name, { secret, default: initial, examples, required }]) => [
    ...(secret && initial !== undefined ? wrong(`#/settings/${name}/default`, 'a secret has none') : []),
    ...(initial === undefined && !examples
      ? wrong(`#/settings/${name}`, 'needs examples, or a default: the simulator takes the first')
      : []),
    ...(name === webhook?.secret && required !== false
      ? wrong(`#/settings/${name}`, 'of the webhook needs required: false: lists are enough without one')
      : []),
  ]);
}

function wrongRequests(file: VendorFile): FieldProblem[] {
  const { sign_in: signIn } = file;
  const days = Object.keys(file.days ?? {});
  const { type: _type, ...signInTexts } = signIn as unknown as Record<string, unknown>;
  return [
    ...wrongSecrets(signIn, file),
    ...wrongNames(signInTexts, '#/sign_in', file, 'sent_as' in signIn ? ['token'] : []),
    ...('url' in signIn ? wrongTarget(signIn.url, '#/sign_in/url', file) : []),
    ...('request' in signIn ? wrongRequest(signIn.request, '#/sign_in/request', file) : []),
    ...wrongRequest(file.list.request, '#/list/request', file, days),
    ...(file.changes ? wrongRequest(file.changes.request, '#/changes/request', file, days) : []),
    ...(file.changes ? wrongSince(file.changes.since) : []),
    ...wrongPlace(file.list, '#/list'),
    ...(file.changes ? wrongPlace(file.changes, '#/changes') : []),
    ...(file.record ? wrongRecord(file.record, '#/record', file) : []),
    ...Object.entries(file.joins ?? {}).flatMap(([name, { list, record }]) => [
      ...(list ? wrongRequest(list.request, `#/joins/${name}/list/request`, file, days) : []),
      ...(list ? wrongPlace(list, `#/joins/${name}/list`) : []),
      ...(record ? wrongRecord(record, `#/joins/${name}/record`, file) : []),
      ...(['list', 'changes', 'record'].includes(name) ? wrong(`#/joins/${name}`, 'is the name of another part') : []),
    ]),
  ];
}

/** What is not secret is shown to whoever may read the connection. */
function wrongSecrets(signIn: VendorFile['sign_in'], { settings }: VendorFile): FieldProblem[] {
  const said = JSON.stringify(signIn);
  return Object.entries(settings).some(([name, { secret }]) => secret && said.includes(`{${name}}`))
    ? []
    : wrong('#/sign_in', 'names no secret setting: say secret: true at the one that must not be shown');
}

function wrongRecord({ request }: VendorRecord, at: string, file: VendorFile): FieldProblem[] {
  return [
    ...wrongRequest(request, `${at}/request`, file, ['key']),
    ...(JSON.stringify(request).includes('{key}') ? [] : wrong(`${at}/request`, 'does not say where {key} goes')),
  ];
}

function wrongSince({ text }: NonNullable<VendorFile['changes']>['since']): FieldProblem[] {
  return text === undefined || namesIn(text)?.join() === 'since'
    ? []
    : wrong('#/changes/since/text', 'must have {since} once, and no other name');
}

function wrongDays({ days = {}, settings }: VendorFile): FieldProblem[] {
  return Object.keys(days)
    .filter((name) => Object.hasOwn(settings, name))
    .flatMap((name) => wrong(`#/days/${name}`, 'is the name of a setting, too'));
}

/** What is mapped is shown, and a value of any form would make a mapping that nobody has checked. */
function wrongMappingTexts(value: unknown, at: string, file: VendorFile): FieldProblem[] {
  if (typeof value === 'string') {
    if (!/[{}]/.test(value)) return [];
    const [, name = ''] = /^day-at:\{([a-z0-9_]+)\}$/.exec(value) ?? [];
    return file.settings[name]?.pattern === undefined || file.settings[name].secret
      ? wrong(at, 'may name a setting only as day-at:{name}, one with a pattern of a time')
      : [];
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => wrongMappingTexts(each, `${at}/${name}`, file))
    : [];
}

function wrongPlace(
  { request, paging, since }: NonNullable<VendorFile['changes']> | (VendorFile['list'] & { since?: undefined }),
  at: string,
) {
  const inBody = paging.in === 'body' || since?.in === 'body';
  return [
    ...(inBody && request.method !== 'POST'
      ? wrong(`${at}/request/method`, 'must be POST: parameters go in the body')
      : []),
    ...(paging.keep ?? [])
      .filter(
        (name) => !Object.hasOwn(request.query ?? {}, name) && !(since?.in !== 'body' && since?.parameter === name),
      )
      .flatMap((name) => wrong(`${at}/paging/keep`, `names ${name}, which is no parameter of the request`)),
  ];
}

function wrongRequest(request: VendorRequest, at: string, file: VendorFile, more: readonly string[] = []) {
  const { url, method, body, form, ...rest } = request;
  return [
    ...wrongTarget(url, `${at}/url`, file),
    ...wrongNames({ url, body, form, ...rest }, at, file, more),
    ...((body || form) && method !== 'POST' ? wrong(`${at}/method`, 'must be POST: there is a body') : []),
    ...(body && form ? wrong(`${at}/form`, 'stands in place of body: a request has one of them') : []),
  ];
}

/** Requests go where an operator said: the same setting decides where secrets may be sent. */
function wrongTarget(url: string, at: string, { settings }: VendorFile): FieldProblem[] {
  const [first = ''] = namesIn(url) ?? [];
  return settings[first]?.format === 'uri'
    ? []
    : wrong(at, `begins with {${first}}, which is no setting of format uri`);
}

function wrongNames(value: unknown, at: string, file: VendorFile, more: readonly string[] = []): FieldProblem[] {
  if (typeof value === 'string') {
    const names = namesIn(value);
    if (!names) return wrong(at, 'has a brace that belongs to no {setting}');
    return names
      .filter((name) => !more.includes(name))
      .flatMap((name) => {
        if (!Object.hasOwn(file.settings, name)) return wrong(at, `has {${name}}, and there is no such setting`);
        return name === file.webhook?.secret ? wrong(at, `sends {${name}}, which proves the vendor's messages`) : [];
      });
  }
  if (Array.isArray(value)) return value.flatMap((each, index) => wrongNames(each, `${at}/${index}`, file, more));
  return isObject(value)
    ? Object.entries(value).flatMap(([name, each]) => wrongNames(each, `${at}/${name}`, file, more))
    : [];
}

function wrongWebhook({ webhook, record, settings, mapping }: VendorFile): FieldProblem[] {
  if (!webhook) return [];
  const type = (webhook.verifier as { type?: unknown }).type;
  return [
    ...(record ? [] : wrong('#/webhook', 'is a hint: it needs record, which reads what it names')),
    ...(settings[webhook.secret]?.secret ? [] : wrong('#/webhook/secret', 'names no secret setting')),
    ...(mapping.kind === 'employment'
      ? []
      : webhook.hints.flatMap(({ revokes }, index) =>
          revokes ? wrong(`#/webhook/hints/${index}/revokes`, 'is for employments: let the record say it') : [],
        )),
    ...(type === 'none'
      ? wrong('#/webhook/verifier/type', 'must prove the sender')
      : // The real secret is a setting; any of a good length shows the same faults.
        wrongInVerifier(webhook.verifier, '#/webhook/verifier', { secret: 'aGVyZS1pcy1zb21lLXNlY3JldA==' })),
  ];
}

/** Nobody is charged with a request that says neither whom nor how much. */
function wrongCharges(file: VendorFile): FieldProblem[] {
  const { charges, settings, mapping } = file;
  if (!charges) return [];
  const at = '#/charges';
  const currency = settings[charges.currency];
  const names = chargeNames(file);
  const said = JSON.stringify(charges.request);
  return [
    ...wrongRequest(charges.request, `${at}/request`, file, names),
    ...(mapping.kind === 'stay' ? [] : wrong(at, 'is for stays: nobody else has a bill')),
    ...(charges.request.method === 'POST' ? [] : wrong(`${at}/request/method`, 'must be POST: it changes something')),
    ...[...(charges.tax ? ['{net}', '{tax}'] : ['{amount}']), ...(charges.known ? ['{reference}'] : [])]
      .filter((name) => !said.includes(name))
      .flatMap((name) => wrong(`${at}/request`, `does not say where ${name} goes`)),
    ...Object.entries(charges.tax ?? {})
      .filter(([, name]) => settings[name]?.required !== false || settings[name].secret)
      .flatMap(([member]) => wrong(`${at}/tax/${member}`, 'needs a setting with required: false')),
    ...(/\{(reservation|key_1|room)\}/.test(said) ? [] : wrong(`${at}/request`, 'names no reservation, key or room')),
    ...(currency?.required === false && currency.pattern === '^[A-Z]{3}$' && !currency.secret
      ? []
      : wrong(`${at}/currency`, 'needs a setting with required: false and pattern: "^[A-Z]{3}$"')),
    ...names
      .filter((name) => Object.hasOwn(settings, name))
      .flatMap((name) => wrong(`#/settings/${name}`, 'is what a charge says of itself: choose another name')),
  ];
}

function wrongHints({ webhook }: VendorFile): FieldProblem[] {
  return (webhook?.samples ?? []).flatMap(({ message, names, revokes = false }, index) => {
    const said = hintsIn(webhook!, message, anyInstant);
    const at = `#/webhook/samples/${index}`;
    const named = said.find((each) => each.kind === 'hint')?.key ?? null;
    const isRevoked = said.some(({ kind }) => kind === 'patch');
    return [
      ...(named === names && said.every(({ kind }) => kind !== 'malformed')
        ? []
        : wrong(`${at}/names`, `is not what the hints say: ${JSON.stringify(named)}`)),
      ...(isRevoked === revokes ? [] : wrong(`${at}/revokes`, `is not what the hints say: ${isRevoked}`)),
    ];
  });
}

function wrongSamples(file: VendorFile): FieldProblem[] {
  const mapping = new VendorMapping(file, exampleSettings(file));
  return file.samples.flatMap(({ record, means }, index) => {
    const said = meaningOf(mapping.changeOf(record, record));
    const at = `#/samples/${index}/means`;
    if (typeof means === 'string' || typeof said === 'string')
      return means === said ? [] : wrong(at, `is not what the mapping says: ${JSON.stringify(said)}`);
    return Object.entries(means)
      .filter(([name, fact]) => JSON.stringify(said[name]) !== JSON.stringify(fact))
      .flatMap(([name]) => wrong(`${at}/${name}`, `is not what the mapping says: ${JSON.stringify(said[name])}`));
  });
}

function meaningOf(change: Change): string | Readonly<Record<string, unknown>> {
  if (change.kind === 'record') return snakeCased(change.record.facts as unknown as Record<string, unknown>);
  if (change.kind === 'patch') return 'removed';
  if (change.kind === 'renamed') return 'merged';
  return change.kind === 'malformed' ? `malformed: ${change.problem.detail}` : 'ignored';
}
