import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { alertContactTable } from './alert-contact.entity.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import type { AlertContact } from './alert-contact.js';

export const alertContactListFields = listFieldsOf(alertContactTable, 'alert_contacts');

const enabled = statement(
  'alert_contacts_enabled',
  `
  select ${alertContactTable.select('c', 'urlSealed')}
  from alert_contacts c where c.organization_id = $1 and not c.disabled order by c.created_at, c.id`,
);

const secret = statement(
  'alert_contacts_secret',
  'select secret_sealed as sealed from alert_contacts where organization_id = $1 and id = $2',
);

const setSecret = statement(
  'alert_contacts_set_secret',
  'update alert_contacts set secret_sealed = $3 where organization_id = $1 and id = $2',
);

const dropSecret = statement(
  'alert_contacts_drop_secret',
  `
  update alert_contacts set secret_sealed = null where organization_id = $1 and id = $2 and secret_sealed is not null`,
);

@Injectable()
export class AlertContactsRepository {
  readonly table: RecordTable<AlertContact>;

  constructor(private readonly database: Database) {
    this.table = new RecordTable<AlertContact>(database, alertContactTable, 'alert contact', { hidden: ['urlSealed'] });
  }

  enabled(context: Context): Promise<AlertContact[]> {
    return this.database.query(context, enabled, [context.organizationId]);
  }

  /** Null while there is none. */
  async secretOf(context: Context, id: string): Promise<string | null> {
    return (
      (await this.database.one<{ sealed: string | null }>(context, secret, [context.organizationId, id]))?.sealed ??
      null
    );
  }

  async dropSecret(context: Context, id: string): Promise<void> {
    await this.database.query(context, dropSecret, [context.organizationId, id]);
  }

  async setSecret(context: Context, id: string, sealed: string): Promise<void> {
    await this.database.query(context, setSecret, [context.organizationId, id, sealed]);
  }
}
