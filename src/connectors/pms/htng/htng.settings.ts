import { IsTimeZone } from 'class-validator';
import { Setting } from '../../../provisioning/connector/setting.js';

const time = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

export class HtngSettings {
  @Setting({
    type: 'string',
    title: 'Hotel',
    maxLength: 40,
    pattern: /^\S(.*\S)?$/,
    form: 'must not begin or end with a space',
    examples: ['LINDV'],
    description:
      'The code by which the hotel system names the property: HotelCode of PropertyInfo or BasicPropertyInfo; at ' +
      'protel I/O the ID of the requestor. Messages about another are not stored.',
  })
  hotel_code: string;

  @Setting({
    type: 'string',
    title: 'Proof',
    enum: ['ws-security', 'basic', 'bearer'],
    default: 'ws-security',
    description:
      'How the sender proves itself: a WS-Security user name with a password as digest or text, HTTP Basic, or a ' +
      'bearer token (protel I/O).',
  })
  proof: 'ws-security' | 'basic' | 'bearer';

  @Setting({
    type: 'string',
    title: 'User name',
    default: 'usher',
    maxLength: 100,
    pattern: /^[^\s:]+$/,
    form: 'must have no spaces and no colon',
    description: 'What the sender calls itself; for ws-security and basic.',
  })
  username: string;

  @Setting({
    type: 'string',
    title: 'Password or token',
    secret: true,
    isReceived: true,
    maxLength: 500,
    pattern: /^\S{16,}$/,
    form: 'must have 16 characters at least, and no spaces',
    description: 'Given to the hotel system: the password of the user name, or the bearer token.',
  })
  secret: string;

  @IsTimeZone({ message: '$property must be an IANA zone such as Europe/Vienna' })
  @Setting({
    type: 'string',
    title: 'Time zone',
    examples: ['Europe/Vienna'],
    description: 'Of the hotel: days, and times without a zone, are read in it.',
  })
  time_zone: string;

  @Setting({ type: 'string', title: 'Usual arrival', default: '15:00', pattern: time })
  arrival_time: string;

  @Setting({
    type: 'string',
    title: 'Usual departure',
    default: '11:00',
    pattern: time,
    description: 'Where the hotel system says only the day.',
  })
  departure_time: string;

  @Setting({ type: 'string', title: 'Site', required: false, maxLength: 60, pattern: /\S/ })
  site?: string;
}

/** What the meaning of a message depends on. */
export type Reading = Pick<HtngSettings, 'time_zone' | 'arrival_time' | 'departure_time' | 'site'>;
