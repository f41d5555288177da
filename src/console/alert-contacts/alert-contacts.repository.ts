import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { Context } from '../../kernel/context.js';
import { RecordTable } from '../record/record-table.js';
import type { AlertContact, AlertEvent } from './alert-contact.js';

export const alertContactListFields = listFields({
  id: 'alert_contacts.id',
  fields: {
    id: { column: 'alert_contacts.id', type: 'uuid' },
    name: { column: 'alert_contacts.name', type: 'text' },
    email: { column: 'alert_contacts.email', type: 'text' },
    phone: { column: 'alert_contacts.phone', type: 'text' },
    url: { column: 'alert_contacts.url', type: 'text' },
    disabled: { column: 'alert_contacts.disabled', type: 'flag' },
    created_at: { column: 'alert_contacts.created_at', type: 'instant' },
    updated_at: { column: 'alert_contacts.updated_at', type: 'instant' },
  },
});

const toldOf = statement('alert_contacts_told_of', `
  select id, name, email, phone, url, events, disabled, revision, created_at as "createdAt", updated_at as "updatedAt"
  from alert_contacts where organization_id = $1 and not disabled and $2 = any (events) order by created_at, id`);

@Injectable()
export class AlertContactsRepository {
  readonly table: RecordTable<AlertContact>;

  constructor(private readonly database: Database) {
    this.table = new RecordTable<AlertContact>(database, 'alert_contacts', {
      name: 'name', email: 'email', phone: 'phone', url: 'url', events: 'events', disabled: 'disabled',
    });
  }

  toldOf(context: Context, event: AlertEvent): Promise<AlertContact[]> {
    return this.database.query(context, toldOf, [context.organizationId, event]);
  }
}
