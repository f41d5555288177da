import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock } from '../../../kernel/clock.js';
import { type Context, systemContext } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { Settings } from '../../../kernel/settings.js';
import { AlertContactsService } from '../../alert-contacts/alert-contacts.service.js';
import { Ways } from '../../alert-contacts/ways.js';
import { DepartedAddresses } from '../../departed/departed-addresses.js';
import { notifiedList } from '../message/notified-list.js';
import { type NewMessage, type Round, AlertNoticeRepository } from '../notify/alert-notice.repository.js';
import { type DigestContent, digestFor, remindedDaily } from './digest.js';
import { DigestRepository } from './digest.repository.js';
import { nextDigest, usualDigestHour } from '../notify/next-digest.js';

/**
 * Sends each organization's open and recent alerts once a day, at an hour by its own clock. Sends nothing when there is
 * nothing.
 */
@Injectable()
export class Digests extends Periodic {
  readonly name = 'alert digests';
  protected readonly everyMilliseconds = 30_000;

  constructor(
    private readonly rows: DigestRepository,
    private readonly telling: AlertNoticeRepository,
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
    await this.rows.endRevoked();
    const organizations = await this.rows.organizations(this.clock.instant());
    await this.each(organizations, signal, (each) => this.digest(each), {
      facts: (organizationId) => ({ organizationId }),
      failure: 'creating a digest failed',
    });
  }

  private digest(organizationId: string): Promise<void> {
    return this.database.transaction(systemContext(organizationId, 'alerts'), async (inside) => {
      const now = this.clock.instant();
      const round = await this.telling.lock(inside, now);
      if (!round || round.digestAt === null || round.digestAt > now) return;
      const { day, stands, goesOn } = await this.day(inside, round.digestSinceAt, now);
      const enabled = await this.contacts.enabled(inside);
      const addresses = enabled.map(({ email }) => email);
      const departed = await this.departed.among(inside, addresses);
      const messages = enabled.flatMap((contact) => {
        const content = digestFor(contact, day, stands);
        return content
          ? this.ways.reaching(contact, departed).map((way) => this.message(inside, round, contact.id, way, content))
          : [];
      });
      await this.telling.insert(inside, messages, now);
      await this.rows.done(
        inside,
        now,
        goesOn ? nextDigest(now, round.timeZone, this.settings.digestHour ?? usualDigestHour) : null,
      );
    });
  }

  private async day(
    inside: Context,
    since: string,
    now: string,
  ): Promise<{ day: DigestContent; stands: boolean; goesOn: boolean }> {
    const counts = await this.rows.counts(inside, since, now, remindedDaily);
    const open = notifiedList(await this.rows.open(inside), counts.open);
    const ended = notifiedList(await this.rows.ended(inside, since, now), counts.ended);
    const day = { open, ended, left: await this.rows.left(inside, since, now), raised: counts.raised };
    return { day, stands: counts.reminded > 0, goesOn: counts.standing > 0 };
  }

  private message(
    inside: Context,
    { name, timeZone }: Round,
    contactId: string,
    way: NewMessage['way'],
    content: Pick<NewMessage['content'], 'open' | 'ended'>,
  ): NewMessage {
    const organization = { id: inside.organizationId, name, timeZone };
    return {
      id: this.ids.next(),
      contactId,
      way,
      kind: 'digest.daily',
      content: { organization, at: this.clock.instant(), ...content, isLastForNow: false },
    };
  }
}
