import { Injectable } from '@nestjs/common';
import { PolicyExplanation } from '../../../console/policies/policy-explanation.js';
import { networkOf } from '../../../console/vouchers/voucher-networks.js';
import { Database, statement } from '../../../database/database.js';
import { Clock, type Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { NetworkSecurity } from '../../../kernel/wifi-code.js';

export interface OpenNetwork {
  readonly ssid: string;
  /** Behind a captive portal it is open. */
  readonly security: NetworkSecurity;
}

type NamedNetwork = OpenNetwork & {
  readonly id: string;
  readonly takesVouchers: boolean | null;
  /** Those that the network and its portal give. */
  readonly groups: readonly string[];
};

/** What somebody joins with. */
export interface Opener {
  /** A username, or the code of a voucher. */
  readonly name: string;
  readonly isVoucher: boolean;
  /** When it opens something; absent: now. */
  readonly validFrom?: Instant | null;
}

/** Each is asked about: a house has a few. */
const most = 20;

/** $2: also this one, however many there are. */
const named = statement(
  'open_networks',
  `
  select n.id, n.ssid, case when p.id is null then 'eap-peap' else 'open' end as security,
    'voucher' = any(p.methods) as "takesVouchers",
    array_remove(array[n.default_group_id, p.group_id], null) as groups
  from networks n left join captive_portals p on p.organization_id = $1 and p.network_id = n.id
  where n.organization_id = $1 and coalesce(n.ssid, '') <> ''
  order by n.id is not distinct from $2::uuid desc, n.created_at, n.id limit ${most}`,
);

/** Which of a house's networks somebody is told of: on a card, in a mail, a text message or an answer. */
@Injectable()
export class OpenNetworks {
  constructor(
    private readonly database: Database,
    private readonly policies: PolicyExplanation,
    private readonly clock: Clock,
  ) {}

  /** The one of this id, chosen by whoever hands it out; undefined: there is none that has an SSID. */
  async chosen(context: Context, id: string): Promise<OpenNetwork | undefined> {
    const all = await this.database.query<NamedNetwork>(context, named, [context.organizationId, id]);
    return all.find((network) => network.id === id);
  }

  /**
   * Of those that let the account in, the eldest that gives its group, else the eldest; a voucher's is where it is
   * typed, and null where that may be several. Undefined: there is but one, or none lets it in.
   */
  async to(context: Context, { name, isVoucher, validFrom }: Opener): Promise<OpenNetwork | null | undefined> {
    const networks = await this.database.query<NamedNetwork>(context, named, [context.organizationId, null]);
    if (networks.length < 2) return undefined;
    const now = this.clock.instant();
    const at = validFrom && validFrom > now ? validFrom : now;
    const open: NamedNetwork[] = [];
    let groupId: string | null = null;
    for (const network of networks) {
      const { decision, parties } = await this.policies.explain(context, { username: name, ssid: network.ssid, at });
      groupId = parties.group?.id ?? null;
      if (decision === 'permit') open.push(network);
    }
    if (!isVoucher) return open.find(({ groups }) => groupId !== null && groups.includes(groupId)) ?? open[0];
    const portals = open.filter(({ takesVouchers }) => takesVouchers !== null);
    if (portals.length === 0) return open[0];
    const ssid = networkOf(groupId ?? '', portals);
    return portals.find((network) => network.ssid === ssid) ?? null;
  }
}
