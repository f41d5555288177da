import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { Reach } from '../../kernel/reach.js';
import { isShownOnly, shownAddress, shownOnlyDetail } from '../../kernel/shown-address.js';
import { requireReachable } from '../crud/outbound-url.js';
import { newRecord, changed } from '../crud/record-life.js';
import { DepartedAddresses } from '../departed/departed-addresses.js';
import { refusals } from '../crud/refusals.js';
import { AlertContactSecrets } from './alert-contact-secrets.js';
import { alertContactTable } from './alert-contact.entity.js';
import type { AlertContact, AlertContactFields } from './alert-contact.js';
import { alertEvents } from './alert-events.js';
import { AlertContactsRepository } from './alert-contacts.repository.js';

const usual = { ...(alertContactTable.usual as Omit<AlertContactFields, 'name' | 'events'>), events: alertEvents };
const refused = refusals({ taken: { alert_contacts_name: 'An alert contact with this name exists' } });

export interface ContactWithSecret {
  readonly contact: AlertContact;
  /** Set only when it was just made, because it is shown once. */
  readonly secret?: string;
}

/** Who receives alerts. Refusals are Problems. */
@Injectable()
export class AlertContactsService {
  constructor(
    private readonly contacts: AlertContactsRepository,
    private readonly secrets: AlertContactSecrets,
    private readonly database: Database,
    private readonly reach: Reach,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly departed: DepartedAddresses,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<AlertContact>> {
    return this.contacts.table.list(context, list);
  }

  /** All possible recipients of an event, the oldest first. */
  enabled(context: Context): Promise<AlertContact[]> {
    return this.contacts.enabled(context);
  }

  read(context: Context, id: string): Promise<AlertContact> {
    return this.contacts.table.read(context, id);
  }

  create(
    context: Context,
    values: Partial<AlertContactFields> & { readonly name: string },
  ): Promise<ContactWithSecret> {
    const id = this.ids.next();
    const contact = this.checked(
      newRecord({ ...usual, ...values, ...this.address(id, values.url ?? null) }, id, this.clock.instant()),
    );
    return this.database.transaction(context, async (inside) => {
      await this.contacts.table.insert(inside, contact).catch(refused);
      await this.departed.welcome(inside, [contact.email]);
      return this.withSecret(inside, contact);
    });
  }

  change(
    context: Context,
    id: string,
    changes: Partial<AlertContactFields>,
    expected: Expected,
  ): Promise<ContactWithSecret> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.contacts.table.held(inside, id, expected);
      const contact = changed(
        before,
        { ...changes, ...this.changedAddress(before, changes.url) },
        this.clock.instant(),
      );
      if (contact !== before) await this.contacts.table.update(inside, this.checked(contact)).catch(refused);
      if (contact.email !== before.email) await this.departed.welcome(inside, [contact.email]);
      return this.withSecret(inside, contact);
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      await this.contacts.table.held(inside, id, expected);
      await this.contacts.table.remove(inside, id);
    });
  }

  /**
   * Replaces the secret that signs posts to the contact.
   * @throws Problem conflict without a url
   */
  rotateSecret(context: Context, id: string): Promise<ContactWithSecret> {
    return this.database.transaction(context, async (inside) => {
      const contact = await this.contacts.table.held(inside, id, undefined);
      if (!contact.url) throw new Problem('conflict', 'Nothing is posted to this contact: give it a url first');
      return { contact, secret: await this.newSecret(inside, id) };
    });
  }

  /** An address gets a secret when it is first given; removing the address removes the secret. */
  private async withSecret(inside: Context, contact: AlertContact): Promise<ContactWithSecret> {
    if (contact.url === null) await this.contacts.dropSecret(inside, contact.id);
    const isNew = contact.url !== null && (await this.contacts.secretOf(inside, contact.id)) === null;
    return { contact, secret: isNew ? await this.newSecret(inside, contact.id) : undefined };
  }

  private async newSecret(inside: Context, id: string): Promise<string> {
    const secret = this.secrets.make();
    await this.contacts.setSecret(inside, id, this.secrets.seal(id, secret));
    return secret;
  }

  private checked(contact: AlertContact): AlertContact {
    if (!contact.email && !contact.phone && !contact.url)
      throw Problem.invalidField('email', 'is needed, or phone, or url: there must be a way to tell the contact');
    return contact;
  }

  private address(id: string, url: string | null): Pick<AlertContact, 'url' | 'urlSealed'> {
    if (url === null) return { url, urlSealed: null };
    if (isShownOnly(url)) throw Problem.invalidField('url', shownOnlyDetail);
    requireReachable(this.reach, 'url', url);
    return { url: shownAddress(url), urlSealed: this.secrets.sealUrl(id, url) };
  }

  /** Sending back the shown or the stored address changes nothing. */
  private changedAddress(
    { id, url, urlSealed }: AlertContact,
    written: string | null | undefined,
  ): Partial<AlertContact> {
    const isSame =
      written === undefined || written === url || (urlSealed !== null && written === this.secrets.url(id, urlSealed));
    return isSame ? { url, urlSealed } : this.address(id, written);
  }
}
