import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import type { Readable } from 'node:stream';
import { AuditTrail } from '../../console/audit-trail/audit-trail.js';
import type { SheetLayout } from '../../console/paper/sheet-layout.js';
import { labelled, type SheetLanguage, sheetWords } from '../../console/paper/sheet-words.js';
import type { Instant } from '../../kernel/clock.js';
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
  /** The password just given; null: the connection's, if it is still valid. */
  readonly password: string | null;
  /** Id of the network on it; null: one by which the guest is let in. */
  readonly network: string | null;
}

/** What a guest needs to join. */
export interface GuestCard {
  readonly name: string | null;
  readonly room: string | null;
  readonly ssid: string | null;
  readonly username: string;
  /** Null: nobody knows it any more. */
  readonly password: string | null;
  readonly until: Instant | null;
  /** Text of a QR code; null: no code can say it. */
  readonly code: string | null;
}

/** The Wi-Fi of one guest on paper or on a screen: network, account, and a code to join by. */
@Injectable()
export class GuestCards {
  constructor(
    private readonly guests: GuestsService,
    private readonly credentials: GuestCredentials,
    private readonly places: DeliveryPlaces,
    private readonly trail: AuditTrail,
  ) {}

  /** For a screen that the guest looks at. @throws Problem not_found, conflict, invalid */
  async shown(context: Context, id: string, wanted: Pick<WantedCard, 'password' | 'network'>): Promise<GuestCard> {
    const { card } = await this.card(context, id, wanted, 'screen');
    return card;
  }

  /** @throws Problem not_found, conflict, invalid */
  async pdf(context: Context, id: string, wanted: WantedCard): Promise<Readable> {
    const { layout, language } = wanted;
    const { card, place } = await this.card(context, id, wanted, layout);
    const { name, room, ssid, username, password, code } = card;
    const words = sheetWords(language);
    const until =
      card.until &&
      DateTime.fromISO(card.until, { zone: place.timeZone ?? 'utc' })
        .setLocale(language)
        .toLocaleString(DateTime.DATETIME_MED);
    // The drawing library is loaded at the first print.
    const { cardSheet } = await import('../../console/paper/card-sheet.js');
    const drawn = {
      code,
      name,
      before: [
        ...(room === null ? [] : [labelled(words.room, room)]),
        ...(ssid === null ? [] : [labelled(words.network, ssid)]),
        ...(password === null ? [`${words.username}:`] : [labelled(words.username, username), `${words.password}:`]),
      ],
      large: password ?? username,
      after: until ? [`${words.valid_until}: ${until}`] : [],
    };
    return cardSheet(place.name, [drawn], layout);
  }

  private async card(
    context: Context,
    id: string,
    { password: typed, network }: Pick<WantedCard, 'password' | 'network'>,
    layout: string,
  ) {
    const known = await this.guests.read(context, id);
    const { account, name, room, until, connection } = guestDto(known);
    if (!account) throw new Problem('conflict', 'There is no account: there is nothing to hand out');
    const { username } = account;
    const password = await this.credentials.toHandOut(context, known, typed);
    const place = await this.places.of(context, {
      connectionId: connection?.id ?? null,
      opener: { name: username, isVoucher: false, validFrom: account.valid_from },
      networkId: network,
    });
    const { ssid, security, passphrase } = place;
    const code = ssid === null ? null : wifiCode({ ssid, security, passphrase }, { username, password });
    await this.trail.record(
      context,
      { action: 'download', resource: 'guests', resourceId: id, label: username },
      { layout, has_password: password !== null },
    );
    return { place, card: { name, room, ssid, username, password, until, code } satisfies GuestCard };
  }
}
