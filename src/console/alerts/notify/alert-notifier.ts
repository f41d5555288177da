import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { systemContext } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { Settings } from '../../../kernel/settings.js';
import { AlertContactsService } from '../../alert-contacts/alert-contacts.service.js';
import { Ways } from '../../alert-contacts/ways.js';
import { DepartedAddresses } from '../../departed/departed-addresses.js';
import { nextDigest, usualDigestHour } from './next-digest.js';
import { notifiedList } from '../message/notified-list.js';
import { dampSeconds, gapSeconds, gatherSeconds, type AlertRecipient, noticesOf } from './alert-notice.js';
import { type NewMessage, AlertNoticeRepository } from './alert-notice.repository.js';

/**
 * Groups the alerts of a few seconds into one message for each contact. Only one process at a time handles an
 * organization.
 */
@Injectable()
export class AlertNotifier extends Periodic {
  readonly name = 'alerts';
  protected readonly everyMilliseconds = 2_000;

  constructor(
    private readonly rows: AlertNoticeRepository,
    private readonly contacts: AlertContactsService,
    private readonly ways: Ways,
    private readonly departed: DepartedAddresses,
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly ids: Ids,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
  }

  async round(signal: AbortSignal): Promise<void> {
    const now = this.clock.instant();
    await this.rows.endDue(now);
    await this.rows.wakeDue(now);
    const organizations = await this.rows.organizations(laterBy(now, -gatherSeconds));
    await this.each(organizations, signal, (each) => this.notify(each), {
      facts: (organizationId) => ({ organizationId }),
      failure: 'sending alerts failed',
    });
  }

  private notify(organizationId: string): Promise<void> {
    return this.database.transaction(systemContext(organizationId, 'alerts'), async (inside) => {
      const now = this.clock.instant();
      const round = await this.rows.lock(inside, now);
      if (!round || (round.notifiedAt !== null && round.notifiedAt > laterBy(now, -gapSeconds))) return;
      const waiting = await this.rows.waiting(inside, laterBy(now, -dampSeconds));
      const over = await this.rows.ended(inside);
      const sentLately = await this.rows.sentLately(inside, laterBy(now, -3_600));
      const enabled = await this.contacts.enabled(inside);
      const addresses = enabled.map(({ email }) => email);
      const departed = await this.departed.among(inside, addresses);
      const listeners = enabled.map((contact): AlertRecipient => ({
        contact,
        ways: this.ways.reaching(contact, departed),
        sentLately: sentLately.get(contact.id) ?? 0,
      }));
      const { messages, notified, left, endsNotified, endsLeft } = noticesOf(waiting, over, listeners);
      const organization = { id: organizationId, name: round.name, timeZone: round.timeZone };
      await this.rows.insert(
        inside,
        messages.flatMap(({ contactId, ways, alerts, ended, isLastForNow }) =>
          ways.map((way): NewMessage => ({
            id: this.ids.next(),
            contactId,
            way,
            kind: 'alerts',
            content: { organization, at: now, open: notifiedList(alerts), ended: notifiedList(ended), isLastForNow },
          })),
        ),
        now,
      );
      await this.rows.dispatched(
        inside,
        waiting.map(({ id }) => id),
        { notified, left },
        now,
      );
      await this.rows.endsDispatched(inside, over, { notified: endsNotified, left: endsLeft }, now);
      await this.rows.notified(
        inside,
        now,
        messages.length > 0,
        nextDigest(now, round.timeZone, this.settings.digestHour ?? usualDigestHour),
      );
    });
  }
}
