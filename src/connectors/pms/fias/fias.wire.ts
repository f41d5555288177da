/**
 * Oracle "HGBU IFC8 FIAS Interface Specification" 2.20.23: record and field ids, exactly as on the wire. record = id
 * "|" *( field-id value "|" ); ids have two characters, any field may be missing, empty or in another place.
 */

/** Link records (chapter "Link records"). */
export const linkRecord = {
  start: 'LS',
  description: 'LD',
  request: 'LR',
  alive: 'LA',
  configuration: 'LC',
  end: 'LE',
} as const;

/** Guest data, room equipment and database swap records. */
export const dataRecord = {
  checkIn: 'GI',
  change: 'GC',
  checkOut: 'GO',
  room: 'RE',
  listRequest: 'DR',
  listStart: 'DS',
  listEnd: 'DE',
  nightAuditStart: 'NS',
  nightAuditEnd: 'NE',
  posting: 'PS',
  postingAnswer: 'PA',
  guestPosting: 'PR',
  guestList: 'PL',
} as const;

/** Field ids by what they mean. */
export const field = {
  room: 'RN',
  oldRoom: 'RO',
  reservation: 'G#',
  share: 'GS',
  name: 'GN',
  firstName: 'GF',
  title: 'GT',
  language: 'GL',
  vip: 'GV',
  group: 'GG',
  arrivalDate: 'GA',
  departureDate: 'GD',
  noPost: 'NP',
  classOfService: 'CS',
  swap: 'SF',
  postingType: 'PT',
  amount: 'TA',
  salesOutlet: 'SO',
  clearText: 'CT',
  postingNumber: 'P#',
  answerStatus: 'AS',
  inquiry: 'PI',
  mostMatches: 'MX',
  paymentMethod: 'PM',
  firstSubtotal: 'S1',
  checkNumber: 'C#',
  workstation: 'WS',
  date: 'DA',
  time: 'TI',
  recordId: 'RI',
  fieldList: 'FL',
  version: 'V#',
  interfaceFamily: 'IF',
  request: 'RT',
  cryptogram: 'CG',
} as const;

export type FieldId = (typeof field)[keyof typeof field];

/** `PT`: an amount, as against telephone units or minibar articles. */
export const directCharge = 'C';

/** `PM` of a charge to the bill of a room; `WS`, by which answers find their way; `MX`, one digit. */
export const roomPayment = 'ROOM';
export const workstation = 'USHER';
export const mostMatches = '9';

/** `AS` of a `PA`: those that say more than that nothing was charged. */
export const answerStatus = {
  accepted: 'OK',
  guestNotFound: 'NG',
  noPost: 'NP',
  creditLimit: 'CO',
  nightAudit: 'NA',
  retry: 'RY',
} as const;

/** `IF` of internet access systems. */
export const internetFamily = 'WW';

/** At most ten characters (`V#`). */
export const driverVersion = '1.0';

/**
 * `RT`: 1 payment methods, 4 PMS version, 16 and 32 IFC and driver version. Any `RT` brings an `LC`, and a cryptogram
 * needs one.
 */
export const requestedConfiguration = '53';

const guestFields = 'GSGNGFGTGLGVGGGAGDNP';

/** Filled by each hotel as it likes (chapter "User definable fields"). */
export const siteFields = ['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8', 'A9'] as const;
export type SiteField = (typeof siteFields)[number];

/**
 * One `LR` for each record: fields not listed are not sent, so only used fields are listed. Rights come in RE only, as
 * the specification asks. Without `RO` the IFC reports a room move as GO and GI.
 */
const requestedRecords = {
  guest: [
    ['GI', `RNG#${guestFields}DATISF`],
    ['GO', 'RNG#GSDATISF'],
    ['GC', `RNG#${guestFields}DATIRO`],
    ['RE', 'RNCS'],
    ['NS', 'DATI'],
    ['NE', 'DATI'],
  ],
  room: [
    ['GI', `RN${guestFields}DATISF`],
    ['GO', 'RNGSDATISF'],
    ['GC', `RN${guestFields}DATI`],
    ['RE', 'RNCS'],
    ['NS', 'DATI'],
    ['NE', 'DATI'],
  ],
} as const;

/** With fields of the hotel's own in the records that tell about a guest. */
export function requestsOf(mode: keyof typeof requestedRecords, own: readonly SiteField[]) {
  return requestedRecords[mode].map(
    ([id, fields]) => [id, id === 'GI' || id === 'GC' ? `${fields}${own.join('')}` : fields] as const,
  );
}

/** Only for a hotel that is to be charged: an interface without that licence must not be asked for it. */
export const chargeRecords = {
  room: [
    ['PS', 'RNPTTASOCTP#DATI'],
    ['PA', 'RNASCTP#DATI'],
  ],
  guest: [
    ['PR', 'PIRNG#TAS1C#PMSOWSMXP#DATI'],
    ['PL', 'RNG#GNNPP#WSDATI'],
    ['PA', 'RNG#GNASCTP#WSDATI'],
  ],
} as const;
