import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { macWithColons } from '../../kernel/mac-address.js';
import { NetworksService } from './networks.service.js';
import { ContactsDto } from './contacts/contacts.dto.js';
import { ContactsRepository, type HeardAccessPoint, type UnansweredContact } from './contacts/contacts.repository.js';

const mostAccessPoints = 100;

@Controller('networks')
@Area('What access points were heard of')
export class ContactsController {
  constructor(
    private readonly networks: NetworksService,
    private readonly contacts: ContactsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * When each access point was last heard, which ones sign with a wrong secret, and which unknown addresses sent
   * packets.
   */
  @Get(':id/contacts')
  @Permission('networks:read')
  @ApiOperation({ summary: "Get a network's contacts" })
  @ApiOkResponse({ type: ContactsDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal): Promise<ContactsDto> {
    const network = await this.networks.read(context, id);
    const [heard, unanswered] = await Promise.all([
      this.contacts.heard(context, id, this.clock.instant()),
      this.contacts.unanswered(context),
    ]);
    const answer = {
      clients: network.clients.map((client) => ({
        client_id: client.id,
        short_name: client.shortName,
        address: client.address,
        vendor: client.vendor,
        ...heardOf(heard.filter(({ clientId }) => clientId === client.id)),
        wrong_secret: timesOf(unanswered.find(({ clientId }) => clientId === client.id)),
      })),
      unknown_addresses: unanswered
        .filter(({ kind }) => kind === 'unknown_address')
        .map(({ address, firstAt, lastAt, times }) => ({ address, first_at: firstAt, last_at: lastAt, times })),
    };
    return hal.about(answer, 'networks', id, 'contacts');
  }
}

type Heard = Pick<
  ContactsDto['clients'][number],
  'state' | 'last_login_at' | 'last_accounting_at' | 'accepted' | 'rejected' | 'online' | 'access_points'
>;

function heardOf(rows: readonly HeardAccessPoint[]): Heard {
  const sum = (of: (row: HeardAccessPoint) => number): number => rows.reduce((total, row) => total + of(row), 0);
  return {
    state: rows.length > 0 ? 'heard' : 'silent',
    last_login_at: latest(rows.map(({ lastLoginAt }) => lastLoginAt)),
    last_accounting_at: latest(rows.map(({ lastAccountingAt }) => lastAccountingAt)),
    accepted: sum(({ accepted }) => accepted),
    rejected: sum(({ rejected }) => rejected),
    online: sum(({ online }) => online),
    access_points: rows.slice(0, mostAccessPoints).map((row) => ({
      name: row.accessPoint,
      mac: row.accessPointMac && macWithColons(row.accessPointMac),
      address: row.nasAddress,
      last_login_at: row.lastLoginAt,
      last_accounting_at: row.lastAccountingAt,
      online: row.online,
    })),
  };
}

function latest(instants: readonly (Instant | null)[]): Instant | null {
  return instants.reduce((last, each) => (last === null || (each !== null && each > last) ? each : last), null);
}

function timesOf(contact: UnansweredContact | undefined): ContactsDto['clients'][number]['wrong_secret'] {
  return contact ? { first_at: contact.firstAt, last_at: contact.lastAt, times: contact.times } : null;
}
