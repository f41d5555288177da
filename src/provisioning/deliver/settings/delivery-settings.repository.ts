import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Secrets } from '../../../kernel/secrets.js';
import { shownAddress } from '../../../kernel/shown-address.js';
import { type DeliverySettings, noDeliverySettings } from './delivery-settings.js';

type Row = Omit<DeliverySettings, 'secrets'> & { readonly id: string; readonly secretsSealed: string | null };

const byIds = replanned(
  'delivery_settings_by_ids',
  `
  select id, language, network, sms, templates, secrets_sealed as "secretsSealed" from delivery_settings
    where organization_id = $1 and id = any($2::uuid[])`,
);

const save = statement(
  'delivery_settings_save',
  `
  insert into delivery_settings as d (organization_id, id, connection_id, language, network, sms, templates,
    secrets_sealed, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
  on conflict (organization_id, id) do update set language = excluded.language, network = excluded.network,
    sms = excluded.sms, templates = excluded.templates,
    secrets_sealed = excluded.secrets_sealed, revision = d.revision + 1, updated_at = excluded.updated_at`,
);

/** Where the whole address of the gateway stands among what is sealed; the column tells what may be seen of it. */
export const urlPointer = '/sms/url';

@Injectable()
export class DeliverySettingsRepository {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /** `id`: of the connection, or of the organization. */
  async find(context: Context, id: string): Promise<DeliverySettings> {
    return (await this.findMany(context, [id])).get(id) ?? noDeliverySettings;
  }

  async findMany(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, DeliverySettings>> {
    const rows = await this.database.query<Row>(context, byIds, [context.organizationId, ids]);
    return new Map(
      rows.map(({ id, secretsSealed, sms, ...settings }) => {
        const sealed =
          secretsSealed === null
            ? {}
            : (JSON.parse(this.secrets.openText(secretsSealed, deliverySecretsContext(id))) as Record<string, string>);
        const secrets = Object.fromEntries(Object.entries(sealed).filter(([name]) => !name.startsWith('/')));
        return [id, { ...settings, sms: sms && { ...sms, url: sealed[urlPointer] ?? sms.url }, secrets }];
      }),
    );
  }

  async save(
    context: Context,
    id: string,
    { language, network, sms, templates, secrets }: DeliverySettings,
    now: Instant,
  ): Promise<void> {
    const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
    const hidden = { ...secrets, ...(sms && shownAddress(sms.url) !== sms.url ? { [urlPointer]: sms.url } : {}) };
    const sealed =
      Object.keys(hidden).length === 0 ? null : this.secrets.seal(JSON.stringify(hidden), deliverySecretsContext(id));
    const connectionId = id === context.organizationId ? null : id;
    await this.database.query(context, save, [
      context.organizationId,
      id,
      connectionId,
      language,
      json(network),
      json(sms && { ...sms, url: shownAddress(sms.url) }),
      json(templates),
      sealed,
      now,
    ]);
  }
}

export function deliverySecretsContext(id: string): string {
  return `delivery_settings:${id}:secrets`;
}
