import { IsTimeZone } from 'class-validator';
import { Setting } from '../../../provisioning/connector/setting.js';
import { type SiteField, siteFields } from './fias.wire.js';

/** Code pages that property systems are installed with; iconv-lite knows each by this name. */
export const encodings = [
  'utf-8',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'cp437',
  'cp850',
  'cp852',
  'gbk',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
] as const;

const hostForm =
  'must be a name or an address alone, such as 10.0.0.5: without http:// or a path; the port is a setting of its own';

/** The interface has no field for it: hotels put it into one of those that are free. */
function OwnField(what: string): PropertyDecorator {
  return Setting({
    title: `Field with: ${what}`,
    type: 'string',
    enum: siteFields,
    required: false,
    description: `Where the set-up of the interface puts it, if anywhere. Only then it is asked for.`,
    examples: ['A1'],
  });
}

export class FiasSettings {
  @Setting({
    title: 'Host',
    type: 'string',
    leads: true,
    isHost: true,
    maxLength: 253,
    pattern: /^[A-Za-z0-9._:-]+$/,
    form: hostForm,
    description: 'Name or address of the machine the interface program (IFC8) runs on, as seen from here.',
    examples: ['10.0.0.5'],
  })
  host: string;

  @Setting({
    title: 'Port',
    type: 'integer',
    leads: true,
    minimum: 1,
    maximum: 65535,
    description: 'TCP port of this interface in IFC8. The IFC is the server, Usher connects.',
    examples: [5010],
  })
  port: number;

  @Setting({
    title: 'Encoding',
    type: 'string',
    enum: encodings,
    default: 'utf-8',
    description: 'Code page of the interface. When it differs, names with accents never match.',
  })
  encoding: (typeof encodings)[number];

  @Setting({
    title: 'Mode',
    type: 'string',
    enum: ['guest', 'room'],
    default: 'guest',
    description: 'guest: the hotel system sends reservation numbers (G#). room: it knows rooms only.',
  })
  mode: 'guest' | 'room';

  @IsTimeZone({ message: '$property must be an IANA zone such as Europe/Vienna' })
  @Setting({
    title: 'Time zone',
    type: 'string',
    description: 'Zone of the hotel: the interface speaks local time without offset.',
    examples: ['Europe/Vienna'],
  })
  time_zone: string;

  @Setting({
    title: 'Check-out time',
    type: 'string',
    pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
    form: 'must be a time of day such as 11:00',
    default: '11:00',
    description: 'The interface tells the day of departure only.',
  })
  check_out_time: string;

  @Setting({
    title: 'Site',
    type: 'string',
    maxLength: 60,
    pattern: /\S/,
    required: false,
    description: 'Short name of the hotel, part of account names. Without it a number of this connection stands in.',
    examples: ['lindenhof'],
  })
  site?: string;

  @Setting({
    title: 'Sign of life after',
    type: 'integer',
    minimum: 30,
    maximum: 3600,
    default: 300,
    description: 'Seconds of silence after which the link is checked. Oracle asks for no less than 300.',
  })
  alive_check_seconds: number;

  @Setting({
    title: 'Full list after an outage of',
    type: 'integer',
    minimum: 1,
    maximum: 168,
    default: 6,
    description:
      'Hours without the link after which the list of all guests is asked for; shorter gaps are filled by ' +
      'the queue of the IFC.',
  })
  resync_after_hours: number;

  @Setting({
    title: 'Language codes',
    type: 'strings',
    default: [],
    description: 'Codes of this hotel that differ from the usual ones, each as CODE=ISO.',
    examples: [['PO=pl']],
  })
  language_codes: readonly string[];

  @OwnField('E-mail address')
  email_field?: SiteField;

  @OwnField('Phone number')
  phone_field?: SiteField;

  @OwnField('Loyalty programme')
  membership_program_field?: SiteField;

  @OwnField('Loyalty level')
  membership_level_field?: SiteField;

  @OwnField('Company')
  company_field?: SiteField;

  @OwnField('Room type')
  room_type_field?: SiteField;

  @OwnField('Rate')
  rate_field?: SiteField;

  @Setting({
    title: 'Currency of charges',
    type: 'string',
    required: false,
    pattern: /^[A-Z]{3}$/,
    form: 'must be a currency as ISO 4217 writes it, such as EUR',
    description:
      "Only when guests may pay on their room: the currency of the hotel's bills. The interface must be licensed " +
      'for postings (PS and PA).',
    examples: ['EUR'],
  })
  charge_currency?: string;

  @Setting({
    title: 'Sales outlet',
    type: 'string',
    required: false,
    pattern: /^\d{1,5}$/,
    form: 'must be a number of up to five digits',
    description: 'Number under which the hotel system books these charges, where several interfaces post.',
    examples: ['4'],
  })
  sales_outlet?: string;

  @Setting({
    title: 'Charges go to',
    type: 'string',
    enum: ['room', 'guest'],
    default: 'room',
    description:
      'room: the hotel system decides on whose bill a charge to a shared room comes (PS). guest: it is asked who in ' +
      'the room may charge, and the charge goes to that guest (PR, PL); only with mode guest, and with an interface ' +
      'that answers inquiries.',
  })
  charge_to: 'room' | 'guest';

  @Setting({
    title: 'Authentication key',
    type: 'string',
    secret: true,
    required: false,
    pattern: /^(FidCrypt0S\|)?[A-Za-z0-9+/]{22}==$/,
    form: 'must be the IfcAuthKey as it is: 24 characters that end in ==',
    description:
      'Only when the interface is set up with an IfcAuthKey: the same text. A wrong one stops the interface ' +
      'until it is set up anew at the hotel.',
  })
  auth_key?: string;
}

/** Without reservation numbers no guest can be told from another. */
export function chargedBy({ mode, charge_to: to }: Pick<FiasSettings, 'mode' | 'charge_to'>): 'room' | 'guest' {
  return mode === 'guest' && to === 'guest' ? 'guest' : 'room';
}
