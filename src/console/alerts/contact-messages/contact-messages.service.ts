import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import type { ListedRows } from '../../../http/list/list-rows.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { Ids } from '../../../kernel/ids.js';
import { AlertContactsService } from '../../alert-contacts/alert-contacts.service.js';
import { Ways } from '../../alert-contacts/ways.js';
import { DepartedAddresses } from '../../departed/departed-addresses.js';
import type { AlertMessage } from '../message/alert-message.js';
import { emptyList } from '../message/notified-list.js';
import { AlertNoticeRepository } from '../notify/alert-notice.repository.js';
import { ContactMessagesRepository } from './contact-messages.repository.js';

/** Keeps tests from filling anybody's mailbox. */
const mostTestsAnHour = 20;

/** The messages sent to a contact, and their outcome. */
@Injectable()
export class ContactMessagesService {
  constructor(
    private readonly messages: ContactMessagesRepository,
    private readonly telling: AlertNoticeRepository,
    private readonly contacts: AlertContactsService,
    private readonly ways: Ways,
    private readonly departed: DepartedAddresses,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async list(context: Context, contactId: string, list: ListQuery): Promise<ListedRows<AlertMessage>> {
    await this.contacts.read(context, contactId);
    return this.messages.list(context, contactId, list);
  }

  /**
   * Sends a message by every way that reaches the contact; each is tried once. @throws Problem not_found, conflict,
   * rate_limited
   */
  test(context: Context, contactId: string): Promise<AlertMessage[]> {
    return this.database.transaction(context, async (inside) => {
      const contact = await this.contacts.read(inside, contactId);
      if (contact.disabled) throw new Problem('conflict', 'The contact is disabled: enable it first');
      const departed = await this.departed.among(inside, [contact.email]);
      const ways = this.ways.reaching(contact, departed);
      const hindrances = this.ways.of(contact, departed).flatMap(({ hindrance }) => hindrance ?? []);
      if (ways.length === 0)
        throw new Problem('conflict', `Nothing would reach this contact. ${hindrances.join('. ')}`);
      const now = this.clock.instant();
      if ((await this.messages.testsSince(inside, laterBy(now, -3_600))) + ways.length > mostTestsAnHour) {
        throw new Problem('rate_limited', `At most ${mostTestsAnHour} test messages an hour: try again later`);
      }
      const organization = await this.messages.organization(inside);
      const content = { organization, at: now, open: emptyList, ended: null, isLastForNow: false };
      const made = ways.map((way) => ({ id: this.ids.next(), contactId, way, kind: 'test' as const, content }));
      await this.telling.insert(inside, made, now);
      return this.messages.some(
        inside,
        made.map(({ id }) => id),
      );
    });
  }
}
