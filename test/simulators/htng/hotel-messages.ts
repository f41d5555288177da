import { createHash, randomBytes, randomUUID } from 'node:crypto';

export interface HtngGuestAtDesk {
  readonly profile: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string;
}

export interface HtngStay {
  readonly reservation: string;
  readonly room: string;
  readonly arrival: string;
  readonly departure: string;
  readonly guests: readonly HtngGuestAtDesk[];
  readonly group?: string;
}

export interface MakerOptions {
  readonly hotel: string;
  readonly username: string;
  readonly secret: string;
  readonly proof: 'digest' | 'text' | 'basic' | 'bearer';
  readonly namespace?: string;
  readonly soap?: '1.1' | '1.2';
  readonly now?: () => Date;
}

const security = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
const envelopes = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};

/** Messages as one maker writes them: its SOAP, its year of HTNG, its way to prove itself. */
export class HotelMessages {
  constructor(readonly options: MakerOptions) {}

  checkIn(stay: HtngStay): string {
    const room = `<h:Room RoomID="${stay.room}"/>`;
    return this.message('CheckIn', `${affected(stay.guests)}${room}${reservations(stay, 'Checked In')}`);
  }

  /** `going`: who leaves; the others of the reservation stay. */
  checkOut(stay: HtngStay, going: readonly HtngGuestAtDesk[] = stay.guests): string {
    const room = `<h:Room RoomID="${stay.room}"/>`;
    return this.message('CheckOut', `${affected(going)}${room}${reservations(stay, 'Checked Out')}`);
  }

  move(stay: HtngStay, from: string): string {
    return this.message(
      'RoomMove',
      `${affected(stay.guests)}<h:SourceRoomInformation><h:Room RoomID="${from}"/></h:SourceRoomInformation>` +
        `<h:DestinationRoomInformation><h:Room RoomID="${stay.room}"/>${reservations(stay, 'In-house')}` +
        '</h:DestinationRoomInformation>',
    );
  }

  update(stay: HtngStay): string {
    const room = `<h:Room RoomID="${stay.room}"/>`;
    return this.message('StayUpdate', `${affected(stay.guests)}${room}${reservations(stay, 'In-house')}`);
  }

  roomStatus(): string {
    return this.message('RoomStatusUpdate', '<h:Room RoomID="412"><h:HKStatus>Clean</h:HKStatus></h:Room>');
  }

  /** Before arrival: of OTA, without a room. */
  reserve(stay: HtngStay): string {
    return this.enveloped(
      `<o:OTA_HotelResNotifRQ xmlns:o="http://www.opentravel.org/OTA/2003/05" ${this.tokens()}>` +
        `<o:POS><o:Source><o:RequestorID Type="10" ID="${this.options.hotel}"/></o:Source></o:POS>` +
        `${reservations(stay, 'Reserved').replaceAll('h:HotelReservations', 'o:HotelReservations')}` +
        '</o:OTA_HotelResNotifRQ>',
    );
  }

  cancel(reservation: string): string {
    return this.enveloped(
      `<o:OTA_CancelRQ xmlns:o="http://www.opentravel.org/OTA/2003/05" CancelType="Commit" ${this.tokens()}>` +
        `<o:POS><o:Source><o:RequestorID Type="10" ID="${this.options.hotel}"/></o:Source></o:POS>` +
        `<o:UniqueID Type="14" ID="${reservation}"/></o:OTA_CancelRQ>`,
    );
  }

  headers(): Record<string, string> {
    const { proof, username, secret, soap = '1.1' } = this.options;
    const type = soap === '1.2' ? 'application/soap+xml; charset=utf-8' : 'text/xml; charset=utf-8';
    const basic = Buffer.from(`${username}:${secret}`).toString('base64');
    const authorization = { basic: `Basic ${basic}`, bearer: `Bearer ${secret}`, digest: '', text: '' }[proof];
    return { 'content-type': type, ...(authorization ? { authorization } : {}) };
  }

  private message(name: string, inner: string): string {
    const { hotel, namespace = 'http://htng.org/2014B' } = this.options;
    const rq = `HTNG_Hotel${name}NotifRQ`;
    return this.enveloped(
      `<h:${rq} xmlns:h="${namespace}" ${this.tokens()} Version="2.0"><h:PropertyInfo HotelCode="${hotel}"/>` +
        `${inner}</h:${rq}>`,
    );
  }

  private tokens(): string {
    const at = (this.options.now ?? (() => new Date()))().toISOString();
    return `EchoToken="${randomUUID()}" CorrelationID="${randomUUID()}" TimeStamp="${at}"`;
  }

  private enveloped(message: string): string {
    const { soap = '1.1' } = this.options;
    return (
      `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="${envelopes[soap]}"><env:Header>` +
      '<a:CorrelationID xmlns:a="http://htng.org/PWSWG/2007/02/AsyncHeaders">c-1</a:CorrelationID>' +
      `${this.proofInHeader()}</env:Header><env:Body>${message}</env:Body></env:Envelope>`
    );
  }

  private proofInHeader(): string {
    const { proof, username, secret, now = () => new Date() } = this.options;
    if (proof !== 'digest' && proof !== 'text') return '';
    const nonce = randomBytes(16);
    const created = now().toISOString();
    const digest = createHash('sha1').update(nonce).update(created).update(secret).digest('base64');
    const type = proof === 'digest' ? 'PasswordDigest' : 'PasswordText';
    return (
      `<w:Security xmlns:w="${security}-wssecurity-secext-1.0.xsd"><w:UsernameToken>` +
      `<w:Username>${username}</w:Username>` +
      `<w:Password Type="${security}-username-token-profile-1.0#${type}">${proof === 'digest' ? digest : secret}` +
      `</w:Password><w:Nonce>${nonce.toString('base64')}</w:Nonce>` +
      `<u:Created xmlns:u="${security}-wssecurity-utility-1.0.xsd">${created}</u:Created>` +
      '</w:UsernameToken></w:Security>'
    );
  }
}

function affected(guests: readonly HtngGuestAtDesk[]): string {
  const ids = guests.map(({ profile }) => `<h:UniqueID Type="1" ID="${profile}"/>`).join('');
  return `<h:AffectedGuests>${ids}</h:AffectedGuests>`;
}

function reservations({ reservation, arrival, departure, guests, group }: HtngStay, status: string): string {
  const ota = 'http://www.opentravel.org/OTA/2003/05';
  const event = group ? ` GroupEventCode="${group}"` : '';
  const people = guests
    .map(
      ({ profile, firstName, lastName, email }) =>
        `<o:ResGuest${event}><o:Profiles><o:ProfileInfo><o:UniqueID Type="1" ID="${profile}"/>` +
        '<o:Profile ProfileType="1"><o:Customer Language="cs-CZ" BirthDate="1990-01-01"><o:PersonName>' +
        `<o:GivenName>${firstName}</o:GivenName><o:Surname>${lastName}</o:Surname></o:PersonName>` +
        `${email ? `<o:Email>${email}</o:Email>` : ''}<o:Address><o:CityName>Brno</o:CityName></o:Address>` +
        '</o:Customer></o:Profile></o:ProfileInfo></o:Profiles></o:ResGuest>',
    )
    .join('');
  return (
    `<h:HotelReservations><o:HotelReservation xmlns:o="${ota}" ResStatus="${status}">` +
    `<o:UniqueID Type="14" ID="${reservation}"/><o:RoomStays><o:RoomStay>` +
    '<o:Guarantee><o:GuaranteesAccepted><o:GuaranteeAccepted><o:PaymentCard CardNumber="4111111111111111"/>' +
    '</o:GuaranteeAccepted></o:GuaranteesAccepted></o:Guarantee>' +
    '<o:RatePlans><o:RatePlan RatePlanCode="FLEX"/></o:RatePlans>' +
    `<o:TimeSpan Start="${arrival}" End="${departure}"/></o:RoomStay></o:RoomStays>` +
    `<o:ResGuests>${people}</o:ResGuests></o:HotelReservation></h:HotelReservations>`
  );
}
