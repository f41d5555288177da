import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, statement } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import { systemContext } from '../../../kernel/context.js';
import { Log } from '../../../kernel/log.js';

/**
 * The line that FreeRADIUS 3.2 logs for a packet with a wrong signature; the client's short name comes from
 * radius.client.
 */
const complaint =
  /Received \S*(?: \S+)?(?: packet)? from (?:client )?(\S+) with invalid (?:Message-Authenticator|Request Authenticator)!.*\(from client ([0-9a-f-]{36}\/[0-9a-f-]{36})\)/;

const onceInMilliseconds = 10_000;

const note = statement(
  'radius_contacts_note_wrong_secret',
  `
  insert into radius_contacts as k (organization_id, kind, address, client_id, first_at, last_at)
    values ($1, 'wrong_secret', $2, $3, $4, $4)
  on conflict (organization_id, kind, address) do update set client_id = excluded.client_id,
    last_at = excluded.last_at, times = k.times + 1`,
);

/**
 * Finds access points that sign with another secret: FreeRADIUS drops their packets and reports it in its log only.
 * Who does so in accounting, `usher radius` hears by itself.
 */
@Injectable()
export class WrongSecrets {
  private rest = '';
  private readonly noted = new LRUCache<string, number>({ max: 1000 });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Takes FreeRADIUS' output in pieces of any length. Never throws. */
  async heard(text: string): Promise<void> {
    const lines = (this.rest + text).split('\n');
    this.rest = (lines.pop() ?? '').slice(-4000);
    for (const line of lines) {
      const [, address, accessPoint] = complaint.exec(line) ?? [];
      if (address !== undefined) await this.shown(accessPoint, address);
    }
  }

  /** An access point, by its name `<organization>/<client>`, showed another secret than its own. Never throws. */
  async shown(accessPoint: string, address: string): Promise<void> {
    await this.note(accessPoint, address).catch((error: unknown) => {
      this.log.warn({ error: String(error) }, 'recording an access point with a wrong secret failed');
    });
  }

  private async note(accessPoint: string, address: string): Promise<void> {
    const [organizationId, clientId] = accessPoint.split('/');
    const key = `${clientId} ${address}`;
    const now = this.clock.milliseconds();
    if ((this.noted.get(key) ?? 0) > now - onceInMilliseconds) return;
    this.noted.set(key, now);
    await this.database.query(systemContext(organizationId, 'radius'), note, [
      organizationId,
      address,
      clientId,
      this.clock.instant(),
    ]);
  }
}
