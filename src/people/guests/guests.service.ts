import { Injectable } from '@nestjs/common';
import { DepartedAddresses } from '../../console/departed/departed-addresses.js';
import { roomKey } from '../../console/portal-attempts/room-key.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { DeliveryRecords } from '../../provisioning/api/deliveries/delivery-records.js';
import { subjectDetailDto } from '../../provisioning/api/subjects/subject.dto.js';
import { SubjectRecords } from '../../provisioning/api/subjects/subject-records.js';
import type { Guest, GuestMore } from './guest.js';
import { GuestsRepository } from './guests.repository.js';

type RecordOfGuest = Pick<ReturnType<typeof subjectDetailDto>, 'identity' | 'entitlements' | 'bindings' | 'deliveries'>;

/** Everybody known: outside records of all connections, and accounts without a record. */
@Injectable()
export class GuestsService {
  constructor(
    private readonly guests: GuestsRepository,
    private readonly records: SubjectRecords,
    private readonly deliveries: DeliveryRecords,
    private readonly departed: DepartedAddresses,
  ) {}

  /** @throws Problem malformed */
  list(context: Context, list: ListQuery, search: string | undefined): Promise<ListedRows<Guest>> {
    return this.guests.list(context, list, search);
  }

  /** @throws Problem not_found */
  async read(context: Context, id: string): Promise<Guest> {
    const guest = await this.guests.find(context, id);
    if (!guest) throw Problem.notFound('guest', id);
    return guest;
  }

  /** @throws Problem not_found */
  async details(
    context: Context,
    id: string,
  ): Promise<{ guest: Guest; more: GuestMore; record: RecordOfGuest | null; hasHostLeft: boolean }> {
    const guest = await this.read(context, id);
    const [more, record] = await Promise.all([this.more(context, guest), this.recordOf(context, guest)]);
    const isOver = guest.status === 'left' || more.hostEmail === null;
    const hasHostLeft = !isOver && (await this.departed.hasLeft(context, more.hostEmail ?? ''));
    return { guest, more, record, hasHostLeft };
  }

  more(context: Context, guest: Guest): Promise<GuestMore> {
    return this.guests.more(context, guest, guest.detail.room && roomKey(guest.detail.room));
  }

  private async recordOf(context: Context, { id, kind }: Guest): Promise<RecordOfGuest | null> {
    if (kind === 'user') return null;
    const row = await this.records.read(context, id);
    const [account, deliveries] = await Promise.all([
      this.records.account(context, row),
      this.deliveries.latestOf(context, id),
    ]);
    return subjectDetailDto(row, account, [], deliveries);
  }
}
