import type { Change } from '../../provisioning/connector/change.js';
import type {
  Ability,
  Connector,
  ConnectorDefinition,
  ConnectorSession,
  Right,
} from '../../provisioning/connector/connector.js';
import { usualPresets } from '../../provisioning/connector/mapping/usual-presets.js';
import { malformedRecord, vendorObject } from '../../provisioning/connector/vendor-record.js';
import { settingsClass } from './setting-rules.js';
import type { TemplateValues } from './template.js';
import { vendorChargesOf } from './vendor-charges.js';
import { VendorClient } from './vendor-client.js';
import type { VendorFile, VendorRequest } from './vendor-file.js';
import { VendorLists } from './vendor-list.js';
import { VendorMapping } from './vendor-mapping.js';
import { VendorTest } from './vendor-test.js';
import { VendorHints, VendorReader } from './vendor-webhook.js';

/** The connector that a checked file describes. */
export function vendorDefinition(file: VendorFile): ConnectorDefinition {
  const { absence } = file;
  const rights = rightsOf(file);
  return {
    key: file.key,
    name: file.name,
    family: file.family,
    factKind: file.mapping.kind,
    abilities: abilitiesOf(file),
    settings: settingsClass(file),
    preset: file.preset ?? usualPresets(file.mapping.kind)!.preset,
    rights,
    schedule: { full: file.schedule.full, incremental: file.schedule.incremental ?? null },
    absence: { scans: absence?.scans ?? 2, minimumAgeSeconds: absence?.minimum_age_seconds ?? 1800 },
    setUp: file.set_up,
    connect: (session) => connect(file, rights, session),
  };
}

function abilitiesOf({ changes, record, webhook }: VendorFile): readonly Ability[] {
  const optional: readonly (readonly [Ability, unknown])[] = [
    ['receives', webhook],
    ['polls', changes],
    ['reads', record],
  ];
  return [...optional.filter(([, part]) => part !== undefined).map(([ability]) => ability), 'snapshots'];
}

function rightsOf({ list, changes, joins = {}, record }: VendorFile): readonly Right[] {
  const right = (name: string, part: { request: VendorRequest; remedy: string }, more = ''): Right => ({
    name,
    tried: `${part.request.method ?? 'GET'} ${part.request.url.replace(/^\{[a-z0-9_]+\}/, '')}${more}`,
    remedy: part.remedy,
  });
  return [
    right('list', list),
    ...(changes ? [right('changes', changes, ` with ${changes.since.parameter}`)] : []),
    ...Object.entries(joins).map(([name, join]) => right(name, join.list ?? join.record!)),
    ...(record ? [right('record', record)] : []),
  ];
}

function connect(file: VendorFile, rights: readonly Right[], session: ConnectorSession<object>): Connector {
  const { clock, log } = session;
  const values = session.settings as TemplateValues;
  const client = new VendorClient(file, session);
  const mapping = new VendorMapping(file, values);
  const lists = new VendorLists(file, client, mapping, clock);
  return {
    test: (signal) => new VendorTest(file, rights, client, mapping, clock).checks(values, clock.instant(), signal),
    snapshots: lists,
    ...(file.changes ? { polls: lists } : {}),
    ...(file.record ? { reads: new VendorReader(file, client, mapping, clock) } : {}),
    ...(file.webhook ? { receives: new VendorHints(file.webhook, values, clock, log) } : {}),
    ...vendorChargesOf(file, client, values, session.connectionId),
    pasted: ({ body }) => pasted(mapping, body),
  };
}

function pasted(mapping: VendorMapping, body: Buffer): readonly Change[] {
  const message = vendorObject(body);
  return message ? mapping.changesOf(message) : [malformedRecord('the answer is no JSON object')];
}
