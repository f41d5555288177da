import type { Change } from '../../provisioning/connector/change.js';
import { ConnectionTest } from '../../provisioning/connector/connection-test.js';
import type {
  Ability,
  Check,
  Connector,
  ConnectorDefinition,
  ConnectorSession,
  Right,
} from '../../provisioning/connector/connector.js';
import { usualPresets } from '../../provisioning/connector/mapping/usual-presets.js';
import { malformedRecord, vendorObject } from '../../provisioning/connector/vendor-record.js';
import { settingsClass } from './setting-rules.js';
import type { TemplateValues } from './template.js';
import { VendorClient } from './vendor-client.js';
import type { VendorFile, VendorList, VendorRequest } from './vendor-file.js';
import { VendorLists } from './vendor-list.js';
import { VendorMapping } from './vendor-mapping.js';
import type { VendorPage } from './vendor-paging.js';
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

function rightsOf({ list, changes, record }: VendorFile): readonly Right[] {
  const right = (name: string, part: { request: VendorRequest; remedy: string }, more = ''): Right => ({
    name,
    tried: `${part.request.method ?? 'GET'} ${part.request.url.replace(/^\{[a-z0-9_]+\}/, '')}${more}`,
    remedy: part.remedy,
  });
  return [
    right('list', list),
    ...(changes ? [right('changes', changes, ` with ${changes.since.parameter}`)] : []),
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
    test: (signal) => new VendorTest(file, rights, client, mapping).checks(values, clock.instant(), signal),
    snapshots: lists,
    ...(file.changes ? { polls: lists } : {}),
    ...(file.record ? { reads: new VendorReader(client, mapping, clock) } : {}),
    ...(file.webhook ? { receives: new VendorHints(file.webhook, values, clock, log) } : {}),
    pasted: ({ body }) => pasted(mapping, body),
  };
}

function pasted(mapping: VendorMapping, body: Buffer): readonly Change[] {
  const message = vendorObject(body);
  return message ? mapping.changesOf(message) : [malformedRecord('the answer is no JSON object')];
}

class VendorTest {
  constructor(
    private readonly file: VendorFile,
    private readonly rights: readonly Right[],
    private readonly client: VendorClient,
    private readonly mapping: VendorMapping,
  ) {}

  async checks(values: TemplateValues, now: string, signal: AbortSignal): Promise<readonly Check[]> {
    const { list, changes, record, webhook } = this.file;
    const tried = new ConnectionTest({
      address: hostOf(list, values),
      rights: this.rights,
      credentialsRemedy: `Compare the credentials with what ${this.file.name} shows, or make new ones there`,
    });
    const first = await tried.right('list', () => this.client.page(list, null, null, signal), saidOf);
    if (changes)
      await tried.right(
        'changes',
        () => this.client.page(changes, null, now, signal),
        ({ records }) => `${records.length} changed lately`,
      );
    const meant = (first?.records ?? []).map((each) => this.mapping.changeOf(each, first?.body));
    if (record && first) await this.tryRecord(tried, meant, signal);
    if (first) tried.add(mappingCheck(meant));
    if (webhook)
      tried.add({
        name: 'webhooks',
        ok: true,
        detail: values[webhook.secret] ? 'Messages are proven by the secret' : 'None: changes are found by lists',
      });
    return tried.checks;
  }

  private async tryRecord(tried: ConnectionTest, meant: readonly Change[], signal: AbortSignal): Promise<void> {
    const known = meant.find((change) => change.kind === 'record');
    if (!known) tried.given('record', 'There is nobody to read');
    else
      await tried.right(
        'record',
        () => this.client.record(known.record.key, signal),
        (read) => (read ? 'A single record is given' : 'The record is gone meanwhile'),
      );
  }
}

function saidOf({ records, total, next }: VendorPage): string {
  return (
    `${records.length} records in the first page${total === undefined ? '' : ` of ${total}`}; ` +
    `${next ? 'there are more pages' : 'it is the only one'}`
  );
}

function mappingCheck(meant: readonly Change[]): Check {
  const odd = meant.flatMap((change) => (change.kind === 'malformed' ? [change.problem.detail] : []));
  const [name, tried] = ['mapping', 'the records of the first page'];
  if (odd.length === 0) return { name, ok: true, tried, detail: `${meant.length} of them are understood` };
  return {
    name,
    ok: false,
    tried,
    detail: `${odd.length} of them are not understood; the first: ${odd[0]}`,
    remedy: 'Let the account read the field that the detail names, or correct it in those records at the vendor',
  };
}

function hostOf({ request }: VendorList, values: TemplateValues): string {
  const address = String(values[/^\{([a-z0-9_]+)\}/.exec(request.url)![1]]);
  return URL.canParse(address) ? new URL(address).host : address;
}
