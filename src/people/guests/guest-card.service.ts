import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import type { Readable } from 'node:stream';
import { AuditTrail } from '../../console/audit-trail/audit-trail.js';
import type { SheetLayout } from '../../console/paper/sheet-layout.js';
import { type SheetLanguage, sheetWords } from '../../console/paper/sheet-words.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { wifiCode } from '../../kernel/wifi-code.js';
import { DeliveryPlaces } from '../../provisioning/deliver/send/delivery-places.js';
import { GuestCredentials } from './guest-credentials.service.js';
import { guestDto } from './guest.dto.js';
import { GuestsService } from './guests.service.js';

export interface WantedCard {
  readonly layout: SheetLayout;
  readonly language: SheetLanguage;
  /** As it was just given; null: the one that the connection gave, if it still holds. */
  readonly password: string | null;
}

/** The Wi-Fi of one guest on paper: network, account, and a code to join by. */
@Injectable()
export class GuestCards {
  constructor(
    private readonly guests: GuestsService,
    private readonly credentials: GuestCredentials,
    private readonly places: DeliveryPlaces,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws Problem not_found, conflict */
  async pdf(context: Context, id: string, { layout, language, password: typed }: WantedCard): Promise<Readable> {
    const known = await this.guests.read(context, id);
    const guest = guestDto(known);
    if (!guest.account) throw new Problem('conflict', 'There is no account: nothing to print');
    const { username } = guest.account;
    const password = typed ?? (await this.credentials.known(context, known));
    const place = await this.places.of(context, guest.connection?.id ?? null);
    const words = sheetWords(language);
    const until =
      guest.until &&
      DateTime.fromISO(guest.until, { zone: place.timeZone ?? 'utc' })
        .setLocale(language)
        .toLocaleString(DateTime.DATETIME_MED);
    const { ssid } = place;
    const code =
      ssid === null
        ? null
        : wifiCode({ ssid, security: place.security, passphrase: place.passphrase }, { username, password });
    await this.trail.record(
      context,
      { action: 'download', resource: 'guests', resourceId: id, label: username },
      { layout, has_password: password !== null },
    );
    // Drawing is loaded where somebody prints.
    const { cardSheet } = await import('../../console/paper/card-sheet.js');
    const card = {
      code,
      before: [
        ...(guest.name === null ? [] : [guest.name]),
        ...(guest.room === null ? [] : [`${words.room}: ${guest.room}`]),
        ...(ssid === null ? [] : [`${words.network}: ${ssid}`]),
        ...(password === null ? [`${words.username}:`] : [`${words.username}: ${username}`, `${words.password}:`]),
      ],
      large: password ?? username,
      after: until ? [`${words.valid_until}: ${until}`] : [],
    };
    return cardSheet(place.name, [card], layout);
  }
}
