import { AccessPresets } from '../../../src/provisioning/access/access-presets.js';
import type { AccessSettings } from '../../../src/provisioning/access/access-settings.dto.js';
import type { Grant } from '../../../src/provisioning/access/grant.js';
import { grantFor } from '../../../src/provisioning/access/grant-for.js';
import type { GrantRecord, SiteDefaults } from '../../../src/provisioning/access/record-scope.js';
import type { Employment, Stay, Visit } from '../../../src/provisioning/facts/facts.js';

export const presets = AccessPresets.load();
export const vienna: SiteDefaults = { site: 'lindenhof', timeZone: 'Europe/Vienna' };

export function preset(name: string, overrides: Partial<AccessSettings> = {}): AccessSettings {
  return presets.resolve({ preset: name, ...overrides });
}

/** Jana Nováková, room 412, in house from 14 May 15:02 to 17 May 11:00 in Vienna. */
export function stay(changes: Partial<Stay> = {}): Stay {
  return {
    kind: 'stay',
    status: 'in_house',
    room: '412',
    firstName: 'Jana',
    lastName: 'Nováková',
    arrivalAt: '2026-05-14T13:00:00.000Z',
    checkInAt: '2026-05-14T13:02:00.000Z',
    departureAt: '2026-05-17T09:00:00.000Z',
    ...changes,
  };
}

export function employment(changes: Partial<Employment> = {}): Employment {
  return {
    kind: 'employment',
    status: 'active',
    email: 'Petr.Dvorak@example.com',
    firstName: 'Petr',
    lastName: 'Dvořák',
    department: 'Front Office',
    startDate: '2026-01-05',
    timeZone: 'Europe/Prague',
    ...changes,
  };
}

export function visit(changes: Partial<Visit> = {}): Visit {
  return {
    kind: 'visit',
    status: 'active',
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    signInAt: '2026-11-20T08:58:00.000Z',
    expectedDepartureAt: '2026-11-20T16:00:00.000Z',
    ...changes,
  };
}

type UserGrant = Extract<Grant, { kind: 'user' }>;
type VoucherGrant = Extract<Grant, { kind: 'voucher' }>;

export function grantOf(
  access: AccessSettings,
  facts: GrantRecord['facts'],
  more: { key?: string; observedAt?: string; site?: SiteDefaults } = {},
): Grant {
  return grantFor(access, { key: more.key ?? '9001', facts, observedAt: more.observedAt }, more.site ?? vienna);
}

export function userOf(...given: Parameters<typeof grantOf>): UserGrant {
  const grant = grantOf(...given);
  if (grant.kind !== 'user') throw new Error(`Not a user but ${JSON.stringify(grant)}`);
  return grant;
}

export function voucherOf(...given: Parameters<typeof grantOf>): VoucherGrant {
  const grant = grantOf(...given);
  if (grant.kind !== 'voucher') throw new Error(`Not a voucher but ${JSON.stringify(grant)}`);
  return grant;
}
