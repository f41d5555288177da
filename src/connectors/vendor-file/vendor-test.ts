import type { Clock } from '../../kernel/clock.js';
import type { Change } from '../../provisioning/connector/change.js';
import { ConnectionTest } from '../../provisioning/connector/connection-test.js';
import type { Check, Right } from '../../provisioning/connector/connector.js';
import { pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import { vendorId } from '../../provisioning/connector/vendor-record.js';
import type { TemplateValues } from './template.js';
import type { VendorClient } from './vendor-client.js';
import type { VendorFile, VendorList } from './vendor-file.js';
import { VendorJoins } from './vendor-joins.js';
import type { VendorMapping } from './vendor-mapping.js';
import type { VendorPage } from './vendor-paging.js';

/** Of the first page, where each record may need a request of its own. */
const mostJoined = 10;

/** The connection test of a vendor that is a file: each of its requests once, and whether what comes is understood. */
export class VendorTest {
  constructor(
    private readonly file: VendorFile,
    private readonly rights: readonly Right[],
    private readonly client: VendorClient,
    private readonly mapping: VendorMapping,
    private readonly clock: Clock,
  ) {}

  async checks(values: TemplateValues, now: string, signal: AbortSignal): Promise<readonly Check[]> {
    const { list, changes, record, webhook, charges } = this.file;
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
    const records = first && (await this.tryJoins(tried, first.records, signal));
    const meant = (records ?? []).map((each) => this.mapping.changeOf(each, first?.body));
    if (record && first) await this.tryRecord(tried, meant, signal);
    if (records) tried.add(mappingCheck(meant));
    if (charges && values[charges.currency])
      tried.add({
        name: 'charges',
        ok: true,
        detail: `Rooms are charged; the first charge shows whether that is permitted. Granted by: ${charges.remedy}`,
      });
    if (webhook)
      tried.add({
        name: 'webhooks',
        ok: true,
        detail: values[webhook.secret] ? 'Messages are proven by the secret' : 'None: changes are found by lists',
      });
    return tried.checks;
  }

  /** The first records with what belongs beside them; undefined where a right for that is missing. */
  private async tryJoins(
    tried: ConnectionTest,
    records: readonly unknown[],
    signal: AbortSignal,
  ): Promise<readonly unknown[] | undefined> {
    const joins = Object.entries(this.file.joins ?? {});
    let areAllGiven = true;
    for (const [name, join] of joins) {
      const key = vendorId(records.map((each) => valueIn(each, pointerIn(join.by)!)).find(Boolean));
      const { list, record } = join;
      if (!list && key === undefined) tried.given(name, 'There is nothing to read');
      else {
        const found = await tried.right<unknown>(
          name,
          async () =>
            list
              ? this.client.page(list, null, null, signal)
              : { ...(await this.client.record(record!, key!, signal)) },
          () => (list ? 'The list is given' : 'A single one is given'),
        );
        areAllGiven &&= found !== undefined;
      }
    }
    if (!areAllGiven) return undefined;
    const first = joins.length > 0 ? records.slice(0, mostJoined) : records;
    return new VendorJoins(this.file, this.client, this.clock).joined(first, signal);
  }

  private async tryRecord(tried: ConnectionTest, meant: readonly Change[], signal: AbortSignal): Promise<void> {
    const known = meant.find((change) => change.kind === 'record');
    if (!known) tried.given('record', 'There is nobody to read');
    else
      await tried.right(
        'record',
        () => this.client.record(this.file.record!, known.record.key, signal),
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
  if (odd.length === 0) return { name, ok: true, tried, detail: `Looked at: ${meant.length}; all are understood` };
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
