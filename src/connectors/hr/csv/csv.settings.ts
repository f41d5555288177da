import { IsTimeZone, Matches, ValidateBy } from 'class-validator';
import { Setting } from '../../../provisioning/connector/setting.js';
import { dateFormats } from './csv.wire.js';

/** Names of the Encoding Standard (https://encoding.spec.whatwg.org). */
const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-15',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export const quotes = { double: '"', single: "'", none: null } as const;

const pair = (detail: string) =>
  Matches(/^[^=]+=[^=]+$/, { each: true, message: `$property must be a list of ${detail}` });

/** What each kind of source needs. */
function NeedsItsSettings(): PropertyDecorator {
  return ValidateBy({
    name: 'needsItsSettings',
    validator: {
      validate: (source, at) => source !== 'sftp' || missingForSftp(at?.object as CsvSettings).length === 0,
      defaultMessage: (at) => `source sftp needs ${missingForSftp(at?.object as CsvSettings).join(', ')}`,
    },
  });
}

function missingForSftp(settings: CsvSettings): string[] {
  const absent = (['host', 'user_name', 'host_key'] as const).filter((name) => !settings[name]);
  return settings.password || settings.private_key ? absent : [...absent, 'password or private_key'];
}

const hostForm =
  'must be a name or an address alone, such as sftp.example.com: without sftp:// or a path; the port is a ' +
  'setting of its own';

export class CsvSettings {
  @NeedsItsSettings()
  @Setting({
    type: 'string',
    title: 'Where files come from',
    enum: ['upload', 'folder', 'sftp'],
    default: 'upload',
    description:
      "upload: on the connection's page or by the API. folder: the connection's own folder below USHER_DROP_DIR on " +
      'the server. sftp: fetched from a server of yours. Uploads are taken in every case.',
  })
  source: 'upload' | 'folder' | 'sftp';

  @Setting({
    type: 'string',
    title: 'What a file holds',
    enum: ['full', 'delta'],
    default: 'full',
    description:
      'full: everybody, each time. delta: rows with an action column (I, U, D) and a sequence number; a ' +
      'file without an action column is a full one.',
  })
  mode: 'full' | 'delta';

  @Setting({
    type: 'string',
    title: 'File name',
    default: '*.csv',
    maxLength: 100,
    pattern: /^[A-Za-z0-9._ *?-]+$/,
    form: 'must be a name of a file with letters, digits, blanks and . _ -, where * and ? stand for others',
    description: 'Files to fetch: * is anything, ? one character. A date in the name (20260301) tells which is newer.',
  })
  file_name: string;

  @Setting({
    type: 'string',
    title: 'A file is finished when',
    enum: ['quiet', 'marker'],
    default: 'quiet',
    description: 'quiet: unchanged for a minute. marker: a file of the same name and the marker suffix is beside it.',
  })
  completion: 'quiet' | 'marker';

  @Setting({
    type: 'string',
    title: 'Marker suffix',
    default: '.done',
    maxLength: 20,
    pattern: /^\.[A-Za-z0-9._-]+$/,
    form: 'must begin with a dot, such as .done',
    description: 'The marker may hold the number of rows, a SHA-256, or both as JSON: {"rows": 812, "sha256": "…"}.',
  })
  marker_suffix: string;

  @Setting({
    type: 'integer',
    title: 'Expected every',
    default: 26,
    minimum: 0,
    maximum: 1000,
    description: 'Hours after which somebody is told that no file came (alert connection.silent); 0: never.',
  })
  expected_hours: number;

  @Setting({
    type: 'string',
    title: 'Encoding',
    enum: encodings,
    default: 'utf-8',
    description: 'A byte order mark in the file overrides it.',
  })
  encoding: (typeof encodings)[number];

  @Setting({
    type: 'string',
    title: 'Fallback encoding',
    enum: encodings,
    required: false,
    description:
      'When the file is not in the encoding above. Without one such a file is rejected: a guess would ' +
      'rename half the staff.',
  })
  fallback_encoding?: (typeof encodings)[number];

  @Setting({ type: 'string', title: 'Delimiter', enum: Object.keys(delimiters), default: 'comma' })
  delimiter: keyof typeof delimiters;

  @Setting({
    type: 'string',
    title: 'Quotes',
    enum: Object.keys(quotes),
    default: 'double',
    description: 'Doubled inside of a quoted cell. UKG HRSD uses single ones.',
  })
  quote: keyof typeof quotes;

  @Setting({
    type: 'string',
    title: 'Date format',
    enum: dateFormats,
    default: 'YYYY-MM-DD',
    description: 'One for all columns. A date that is written otherwise makes its row invalid; it is never guessed.',
  })
  date_format: (typeof dateFormats)[number];

  @Setting({
    type: 'string',
    title: 'Trailer',
    required: false,
    maxLength: 40,
    pattern: /^\S+$/,
    examples: ['#TRAILER'],
    description:
      'First cell of the last row, whose second cell is the number of rows. When set, a file without it is ' +
      'half a file.',
  })
  trailer?: string;

  @pair('field=header')
  @Setting({
    type: 'strings',
    title: 'Columns',
    default: [],
    examples: [['employee_number=PersonID', 'site=Werk']],
    description:
      'Headers that are not recognised by themselves, each as field=header. A header named here must be in every file.',
  })
  columns: readonly string[];

  @pair('word=status')
  @Setting({
    type: 'strings',
    title: 'Status words',
    default: [],
    examples: [['beurlaubt=leave']],
    description: 'Each as word=status: prehire, active, leave, suspended, terminated.',
  })
  statuses: readonly string[];

  @pair('word=type')
  @Setting({
    type: 'strings',
    title: 'Worker types',
    default: [],
    examples: [['werkstudent=intern']],
    description: 'Each as word=type: employee, contractor, intern, other.',
  })
  worker_types: readonly string[];

  @Setting({
    type: 'integer',
    title: 'Width of the employee number',
    required: false,
    minimum: 1,
    maximum: 20,
    description:
      'Shorter numbers get zeros in front, which Excel takes away. Without it numbers are taken as they are.',
  })
  key_width?: number;

  @IsTimeZone({ message: '$property must be an IANA zone such as Europe/Vienna' })
  @Setting({
    type: 'string',
    title: 'Time zone',
    description: 'Where days begin and end for sites that are not named below.',
    examples: ['Europe/Vienna'],
  })
  time_zone: string;

  @pair('site=zone')
  @Setting({
    type: 'strings',
    title: 'Time zones of sites',
    default: [],
    examples: [['DUB=Europe/Dublin']],
    description: 'Each as site=zone, with the site as the file writes it.',
  })
  site_time_zones: readonly string[];

  @Setting({
    type: 'string',
    title: 'Site',
    required: false,
    maxLength: 60,
    pattern: /\S/,
    description: 'For people whose row names none.',
  })
  site?: string;

  @Setting({
    type: 'string',
    title: 'SFTP server',
    leads: true,
    isHost: true,
    required: false,
    maxLength: 253,
    pattern: /^[A-Za-z0-9._:-]+$/,
    form: hostForm,
    examples: ['sftp.example.com'],
  })
  host?: string;

  @Setting({ type: 'integer', title: 'SFTP port', leads: true, default: 22, minimum: 1, maximum: 65_535 })
  port: number;

  @Setting({ type: 'string', title: 'SFTP user', required: false, maxLength: 100, pattern: /^\S+$/ })
  user_name?: string;

  @Setting({
    type: 'string',
    title: 'SFTP directory',
    default: '.',
    maxLength: 500,
    pattern: /^[^\0\r\n]+$/,
    form: 'must be a directory in one line',
  })
  directory: string;

  @Setting({
    type: 'string',
    title: 'Host key',
    leads: true,
    required: false,
    pattern: /^SHA256:[A-Za-z0-9+/]{43}=?$/,
    form: 'must be a fingerprint that begins with SHA256:',
    description: "Fingerprint of the server's key, as `ssh-keygen -lf` shows it. Another key is refused.",
    examples: ['SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDaT3VwAJ1yQ9sH4n0'],
  })
  host_key?: string;

  @Setting({ type: 'string', title: 'Password', secret: true, required: false, maxLength: 200, pattern: /^[^\0]+$/ })
  password?: string;

  @Setting({
    type: 'string',
    title: 'Private key',
    secret: true,
    required: false,
    maxLength: 20_000,
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    form: 'must be a private key, with its line -----BEGIN … PRIVATE KEY-----',
    description: 'OpenSSH or PEM.',
  })
  private_key?: string;

  @Setting({ type: 'string', title: 'Passphrase', secret: true, required: false, maxLength: 200, pattern: /^[^\0]+$/ })
  passphrase?: string;
}
