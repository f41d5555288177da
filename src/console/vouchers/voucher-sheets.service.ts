import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { Database, replanned, statement } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { AuditTrail } from '../audit-trail/audit-trail.js';
import { type Voucher, voucherStatus } from './voucher.js';
import { voucherColumns } from './voucher-set.repository.js';
import type { SheetLayout } from '../paper/sheet-layout.js';
import type { SheetLanguage } from '../paper/sheet-words.js';
import { networkOf, type VoucherNetwork } from './voucher-networks.js';
import type { SheetOrganization } from './voucher-sheet.js';

/** Vouchers in one file. */
const mostOnSheets = 1000;

const byIds = replanned(
  'voucher_sheets_by_ids',
  `select ${voucherColumns} from vouchers v where v.organization_id = $1 and v.id = any($2::uuid[])
    order by v.created_at, v.id limit ${mostOnSheets + 1}`,
);
const byBatch = replanned(
  'voucher_sheets_by_batch',
  `select ${voucherColumns} from vouchers v where v.organization_id = $1 and v.batch_id = $2 order by v.created_at, v.id
    limit ${mostOnSheets + 1}`,
);
const house = statement(
  'voucher_sheets_house',
  'select o.name, o.time_zone as "timeZone" from organizations o where o.id = $1',
);
/** Networks behind a captive portal, by name; groups: whose guests they are for. */
const networks = statement(
  'voucher_sheets_networks',
  `
  select n.id, n.ssid, 'voucher' = any(p.methods) as "takesVouchers",
    array_remove(array[n.default_group_id, p.group_id], null) as groups
  from networks n left join captive_portals p on p.organization_id = $1 and p.network_id = n.id
  where n.organization_id = $1 and coalesce(n.ssid, '') <> '' and (p.id is not null or n.id = $2)
  order by n.created_at, n.id`,
);

const names = statement(
  'voucher_sheets_network_names',
  `select id, ssid from networks where organization_id = $1 and coalesce(ssid, '') <> '' order by created_at, id`,
);

export interface WantedSheet {
  readonly ids: string | undefined;
  readonly batch: string | undefined;
  /** Only unused ones; undefined: those in use, too. */
  readonly status?: 'unused' | undefined;
  /** The network that is printed; undefined: the one where each voucher can be typed, if it is one. */
  readonly network?: string | undefined;
  readonly layout: SheetLayout;
  readonly language: SheetLanguage;
}

/** Vouchers on paper. The audit records that somebody printed their codes. */
@Injectable()
export class VoucherSheetsService {
  constructor(
    private readonly database: Database,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Those that can stand on a card. */
  networks(context: Context): Promise<Pick<VoucherNetwork, 'id' | 'ssid'>[]> {
    return this.database.query(context, names, [context.organizationId]);
  }

  /** The usable ones. @throws Problem malformed, too_large, conflict if there are none */
  async pdf(context: Context, wanted: WantedSheet): Promise<Readable> {
    const found = await this.found(context, wanted);
    if (found.length > mostOnSheets)
      throw new Problem(
        'too_large',
        `At most ${mostOnSheets} vouchers go into one file: ask for the others by their ids`,
      );
    const now = this.clock.instant();
    const printed = wanted.status ? [wanted.status] : ['unused', 'active'];
    const vouchers = found.filter((voucher) => printed.includes(voucherStatus(voucher, now)));
    if (vouchers.length === 0)
      throw new Problem(
        'conflict',
        found.length === 0 ? 'There are no such vouchers' : 'These vouchers are used up, expired or revoked',
      );
    const ssidOf = await this.networkNames(context, wanted.network);
    const [of] = await this.database.query<SheetOrganization>(context, house, [context.organizationId]);
    await this.trail.record(
      context,
      { action: 'download', resource: 'vouchers', resourceId: null, label: null },
      { layout: wanted.layout, count: vouchers.length, batch: wanted.batch ?? null },
    );
    const { voucherSheet } = await import('./voucher-sheet.js');
    return voucherSheet({
      vouchers,
      house: of ?? { name: '', timeZone: null },
      ssidOf,
      layout: wanted.layout,
      language: wanted.language,
    });
  }

  /** @throws Problem malformed if no network of that id has a name */
  private async networkNames(
    context: Context,
    chosen: string | undefined,
  ): Promise<(voucher: Voucher) => string | null> {
    if (chosen !== undefined && !isUuid(chosen)) throw new Problem('malformed', 'network: must be the id of a network');
    const all = await this.database.query<VoucherNetwork>(context, networks, [context.organizationId, chosen ?? null]);
    if (chosen === undefined) return ({ groupId }) => networkOf(groupId, all);
    const network = all.find(({ id }) => id === chosen);
    if (!network) throw new Problem('malformed', 'network: is the id of no network that has an SSID');
    return () => network.ssid;
  }

  private found(context: Context, { ids, batch }: WantedSheet): Promise<Voucher[]> {
    if ((ids === undefined) === (batch === undefined))
      throw new Problem('malformed', 'ids or batch: one of these query parameters is needed');
    const wanted = (ids ?? batch ?? '').split(',').filter((each) => each !== '');
    if (wanted.length === 0 || !wanted.every(isUuid))
      throw new Problem(
        'malformed',
        `${ids === undefined ? 'batch' : 'ids'}: must be ` +
          `${ids === undefined ? 'the id of a batch' : 'ids of vouchers, with commas between'}`,
      );
    if (batch !== undefined && wanted.length > 1) throw new Problem('malformed', 'batch: one at a time');
    return this.database.query<Voucher>(context, ids === undefined ? byBatch : byIds, [
      context.organizationId,
      ids === undefined ? wanted[0] : wanted,
    ]);
  }
}
