import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type AuditedTable, auditedTable, unaudited } from './audit/audited-table.js';
import { auditedTables } from './audit/audited-tables.js';

const before = auditedTables.filter(({ table }) => table === 'networks');

/** A network's portal is told with the portal, as its network. */
export const auditedNetworks: readonly AuditedTable[] = before.map((audited) => {
  const { captive_portal_id: _, ...shown } = audited.shown;
  return { ...audited, shown };
});

function audited(all: readonly AuditedTable[]): string[] {
  return all.flatMap((each) => [...unaudited(each), ...auditedTable(each)]);
}

const everywhere = "set local usher.organization_id = '*'";
const portalOf =
  '(select p.id from captive_portals p where p.organization_id = n.organization_id and p.network_id = n.id)';

const linkOnce = [
  // Of several portals of one network the newest keeps it.
  `update captive_portals c set network_id = null, revision = c.revision + 1, updated_at = date_trunc('milliseconds', now())
   where exists (select from captive_portals newer where newer.organization_id = c.organization_id
     and newer.network_id = c.network_id and (newer.created_at, newer.id) > (c.created_at, c.id))`,
  // What only the network says goes to the portal, where neither has another; of several networks of one portal the eldest has it.
  `update captive_portals c set network_id = l.network_id, revision = c.revision + 1, updated_at = date_trunc('milliseconds', now())
   from (
     select distinct on (n.organization_id, n.captive_portal_id) n.organization_id, n.captive_portal_id, n.id as network_id
     from networks n where n.captive_portal_id is not null and ${portalOf} is null
     order by n.organization_id, n.captive_portal_id, n.created_at, n.id) l
   where c.organization_id = l.organization_id and c.id = l.captive_portal_id and c.network_id is null`,
  // What a network shows has changed, and with it the ETag.
  `update networks n set revision = n.revision + 1, updated_at = date_trunc('milliseconds', now()) where n.captive_portal_id is distinct from ${portalOf}`,
];

/** `network_id` of the captive portal is the one link between the two; the network's `captive_portal_id` is read from it. */
export class PortalNetworks1764280000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(everywhere);
    for (const sql of linkOnce) await runner.query(sql);
    await runner.query('drop index captive_portals_by_network');
    await runner.query(`
      create unique index captive_portals_network_once on captive_portals (organization_id, network_id) where network_id is not null`);
    for (const sql of audited(auditedNetworks)) await runner.query(sql);
    await runner.query('alter table networks drop column captive_portal_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(everywhere);
    await runner.query('alter table networks add column captive_portal_id uuid');
    await runner.query(`update networks n set captive_portal_id = ${portalOf}`);
    await runner.query(`
      alter table networks add constraint networks_captive_portal
        foreign key (organization_id, captive_portal_id) references captive_portals (organization_id, id)`);
    for (const sql of audited(before)) await runner.query(sql);
    await runner.query('drop index captive_portals_network_once');
    await runner.query(`
      create index captive_portals_by_network on captive_portals (organization_id, network_id) where network_id is not null`);
  }
}
