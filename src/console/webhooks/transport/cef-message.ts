import type { EventPayload } from '../../events/event-payload.js';
import type { EventType } from '../../events/event-types.js';

const names: Readonly<Record<EventType, readonly [name: string, severity: number]>> = {
  'device.connected': ['Device connected', 1],
  'device.disconnected': ['Device disconnected', 1],
  'auth.failed': ['Authentication failed', 4],
  'auth.rejected': ['Authentication rejected', 5],
  'guest.registered': ['Guest registered', 2],
  'certificate.expiring': ['Certificate expiring', 5],
  'policy.violated': ['Policy violated', 7],
  'user.created': ['User created', 2],
  'user.disabled': ['User disabled', 3],
  'user.enabled': ['User enabled', 3],
  'user.renamed': ['User renamed', 3],
  'user.deleted': ['User deleted', 3],
  'voucher.created': ['Voucher created', 2],
  'voucher.redeemed': ['Voucher redeemed', 2],
  'connection.quarantined': ['Connection quarantined', 7],
  'connection.recovered': ['Connection recovered', 3],
  'run.held': ['Run held', 6],
  'portal.guessing': ['Rooms or vouchers guessed', 8],
  'portal.controller_unreachable': ['Wi-Fi controller unreachable', 7],
  'portal.gateway_unknown': ['Unknown gateway', 5],
};

type Extension = readonly (readonly [key: string, value: unknown])[];

/**
 * ArcSight Common Event Format, version 0. Extension keys are those of its dictionary; other values go into custom
 * strings, each with its label. Unknown values are left out.
 */
export function cefMessage(eventId: string, payload: EventPayload): string {
  const [name, severity] = names[payload.event];
  const header = ['CEF:0', 'Usher', 'Wi-Fi access', '1', payload.event, name, String(severity)]
    .map(headerText)
    .join('|');
  const extension = [...commonOf(eventId, payload), ...specificsOf(payload)].filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return `${header}|${extension.map(([key, value]) => `${key}=${valueText(value)}`).join(' ')}`;
}

function commonOf(eventId: string, { timestamp, device, user, access_point: accessPoint }: EventPayload): Extension {
  return [
    ['rt', Date.parse(timestamp)],
    ['externalId', eventId],
    ['smac', device.mac],
    ['suser', user.username],
    ['dvchost', accessPoint.name],
    ['dvcmac', accessPoint.mac],
    ...custom(1, 'authMethod', user.auth_method),
    ...custom(2, 'deviceType', device.type),
    ...custom(3, 'deviceOs', device.os),
  ];
}

function specificsOf(payload: EventPayload): Extension {
  const of = (name: string) => (payload[name] ?? {}) as Readonly<Record<string, unknown>>;
  switch (payload.event) {
    case 'device.connected':
      return [['outcome', 'success']];
    case 'device.disconnected':
      return [];
    case 'auth.failed':
    case 'auth.rejected':
      return [['outcome', 'failure'], ['reason', payload.reason], ...custom(4, 'reasonCode', payload.reason_code)];
    case 'guest.registered': {
      const { id, first_name, last_name, email, captive_portal } = of('guest');
      const name = [first_name, last_name].filter(Boolean).join(' ');
      return [
        ['suid', id],
        ...custom(4, 'captivePortal', captive_portal),
        ...custom(5, 'guestName', name || null),
        ...custom(6, 'guestEmail', email),
      ];
    }
    case 'certificate.expiring': {
      const { serial, subject, usage, expires_at: expiresAt, days_left: daysLeft } = of('certificate');
      return [
        ...custom(4, 'certificateSerial', serial),
        ...custom(5, 'certificateSubject', subject),
        ...custom(6, 'certificateUsage', usage),
        ['cn1', daysLeft],
        ['cn1Label', 'daysLeft'],
        ['deviceCustomDate1', Date.parse(String(expiresAt))],
        ['deviceCustomDate1Label', 'expiresAt'],
      ];
    }
    case 'user.created':
    case 'user.disabled':
    case 'user.enabled':
    case 'user.renamed':
    case 'user.deleted':
      return [['suid', of('account').id]];
    case 'voucher.created':
    case 'voucher.redeemed':
      return [...custom(4, 'voucherId', of('voucher').id)];
    case 'connection.quarantined':
    case 'connection.recovered':
      return [
        ...custom(4, 'connectionName', of('connection').name),
        ...custom(5, 'connectionId', of('connection').id),
        ...custom(6, 'problem', of('connection').problem),
      ];
    case 'run.held':
      return [
        ...custom(4, 'runId', of('run').id),
        ...custom(5, 'connectionId', of('run').connection_id),
        ['cn1', of('run').held],
        ['cn1Label', 'removalsHeld'],
      ];
    case 'portal.guessing':
    case 'portal.gateway_unknown':
      return troubleOf('captivePortal', of('captive_portal'));
    case 'portal.controller_unreachable':
      return troubleOf('gateway', of('gateway'));
    case 'policy.violated':
      return [
        ...custom(4, 'policyName', of('policy').name),
        ...custom(5, 'rule', payload.rule && JSON.stringify(payload.rule)),
      ];
  }
}

function troubleOf(what: string, { id, name, problem, detail }: Readonly<Record<string, unknown>>): Extension {
  return [
    ...custom(4, `${what}Name`, name),
    ...custom(5, `${what}Id`, id),
    ...custom(6, 'problem', problem),
    ['reason', detail],
  ];
}

function custom(number: number, label: string, value: unknown): Extension {
  return value === null || value === undefined
    ? []
    : [
        [`cs${number}`, value],
        [`cs${number}Label`, label],
      ];
}

/** In the header a bar and a backslash are escaped; line breaks are not possible. */
function headerText(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\|]/g, String.raw`\$&`);
}

/** In the extension an equals sign and a backslash are escaped, line breaks are written as \n and \r. */
function valueText(value: unknown): string {
  return String(value)
    .replaceAll(/[\\=]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`);
}
