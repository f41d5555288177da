import type { DataSource, EntityManager } from 'typeorm';
import { contactUrlContext } from './console/alert-contacts/alert-contact-secrets.js';
import { webhookUrlContext } from './console/webhooks/webhook/webhook-secrets.js';
import { SystemChance } from './kernel/chance.js';
import { Secrets } from './kernel/secrets.js';
import { shownAddress } from './kernel/shown-address.js';
import { secretsOf } from './provisioning/connection/connection-rows.js';
import { hiddenTexts, shownDocument } from './provisioning/connection/sealed-places.js';
import { deliverySecretsContext, urlPointer } from './provisioning/deliver/settings/delivery-settings.repository.js';

interface AddressRow {
  readonly id: string;
  readonly url: string;
}

interface DocumentRow {
  readonly id: string;
  readonly secrets_sealed: string | null;
  readonly settings: object;
  readonly access: object;
}

interface GatewayRow {
  readonly id: string;
  readonly secrets_sealed: string | null;
  readonly sms: { readonly url: string };
}

/**
 * Seals the addresses and passwords that an earlier version has left readable: the migration that makes room for it has
 * no master key. Each process that starts looks; after the first there is nothing to do. The audit would tell what they
 * were, so it is not written; what it has told before stays in it until its days are over.
 */
export async function sealAddresses(dataSource: DataSource, masterKeys: readonly Buffer[]): Promise<void> {
  const secrets = new Secrets(masterKeys, new SystemChance());
  await dataSource.transaction(async (inside) => {
    await inside.query(
      `select set_config('usher.organization_id', '*', true), pg_advisory_xact_lock(hashtext('usher seals addresses'))`,
    );
    await sealColumn(inside, 'webhooks', (id, url) => secrets.seal(url, webhookUrlContext(id)));
    await sealColumn(inside, 'alert_contacts', (id, url) => secrets.seal(url, contactUrlContext(id)));
    await sealConnections(inside, secrets);
    await sealGateways(inside, secrets);
  });
}

async function sealColumn(
  inside: EntityManager,
  table: string,
  seal: (id: string, url: string) => string,
): Promise<void> {
  const rows = await inside.query<AddressRow[]>(
    `select id, url from ${table} where url is not null and url_sealed is null`,
  );
  if (rows.length === 0) return;
  await unaudited(inside, table, async () => {
    for (const { id, url } of rows)
      await inside.query(`update ${table} set url = $2, url_sealed = $3 where id = $1`, [
        id,
        shownAddress(url),
        seal(id, url),
      ]);
  });
}

async function sealConnections(inside: EntityManager, secrets: Secrets): Promise<void> {
  const rows = await inside.query<DocumentRow[]>('select id, secrets_sealed, settings, access from connections');
  const open = rows
    .map((row) => ({
      ...row,
      hidden: { ...hiddenTexts('settings', row.settings), ...hiddenTexts('access', row.access) },
    }))
    .filter(({ hidden }) => Object.keys(hidden).length > 0);
  if (open.length === 0) return;
  await unaudited(inside, 'connections', async () => {
    for (const { id, secrets_sealed: sealed, settings, access, hidden } of open) {
      const values = [
        id,
        shownDocument('settings', settings),
        shownDocument('access', access),
        resealed(secrets, sealed, secretsOf(id), hidden),
      ];
      await inside.query(
        'update connections set settings = $2, access = $3, secrets_sealed = $4 where id = $1',
        values,
      );
    }
  });
}

async function sealGateways(inside: EntityManager, secrets: Secrets): Promise<void> {
  const rows = await inside.query<GatewayRow[]>(
    'select id, secrets_sealed, sms from delivery_settings where sms is not null',
  );
  const open = rows.filter(({ sms }) => shownAddress(sms.url) !== sms.url);
  if (open.length === 0) return;
  await unaudited(inside, 'delivery_settings', async () => {
    for (const { id, secrets_sealed: sealed, sms } of open) {
      const values = [
        id,
        { ...sms, url: shownAddress(sms.url) },
        resealed(secrets, sealed, deliverySecretsContext(id), { [urlPointer]: sms.url }),
      ];
      await inside.query('update delivery_settings set sms = $2, secrets_sealed = $3 where id = $1', values);
    }
  });
}

function resealed(
  secrets: Secrets,
  sealed: string | null,
  place: string,
  hidden: Readonly<Record<string, string>>,
): string {
  const before = sealed === null ? {} : (JSON.parse(secrets.openText(sealed, place)) as object);
  return secrets.seal(JSON.stringify({ ...before, ...hidden }), place);
}

async function unaudited(inside: EntityManager, table: string, work: () => Promise<void>): Promise<void> {
  await inside.query(`alter table ${table} disable trigger audited_update`);
  await work();
  await inside.query(`alter table ${table} enable trigger audited_update`);
}
