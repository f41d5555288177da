import { functionFile } from './sql-files.js';

interface Deciding {
  /** Columns whose change may take access away. */
  readonly columns: readonly string[];
  /** Which open sessions `s` a changed row `x` is about. */
  readonly about: string;
}

const ofTheOrganization = 's.organization_id = x.organization_id';
/** An access point may write a voucher in another notation: our Class from the sign-in counts. */
const ofTheSignIn = "split_part(s.session_class, ':', 3) = x.id::text";

const deciding: Readonly<Record<string, Deciding>> = {
  users: {
    columns: ['disabled', 'valid_from', 'valid_until', 'group_id'],
    about: `${ofTheOrganization} and s.user_id = x.id`,
  },
  vouchers: {
    columns: ['revoked_at', 'valid_until', 'duration_seconds', 'group_id'],
    about: `${ofTheOrganization} and s.kind = 'voucher' and ${ofTheSignIn}`,
  },
  devices: {
    columns: ['disabled', 'valid_until', 'group_id', 'mac'],
    about: `${ofTheOrganization} and s.mac = x.mac`,
  },
  certificates: {
    columns: ['revoked_at'],
    about: `${ofTheOrganization} and s.kind = 'certificate' and ${ofTheSignIn}`,
  },
  // What the guest's device has by this account, whoever ended the registration.
  registrations: {
    columns: ['ended_at'],
    about: `${ofTheOrganization} and s.mac = x.mac and s.username_key = x.username_key`,
  },
  user_groups: { columns: ['policy'], about: ofTheOrganization },
  policies: {
    columns: ['enabled', 'match', 'conditions', 'effect', 'reply', 'priority'],
    about: ofTheOrganization,
  },
  organizations: {
    columns: ['disabled'],
    about: 's.organization_id in (select o.id from {organizations} o where x.id = any (o.path))',
  },
};

/** Tables whose changes may end sessions. */
export const watchedTables = Object.keys(deciding);

/** The functions and triggers that check open sessions when something changes that let them in. */
export function endedSessions(): string[] {
  return watchedTables.flatMap((table) => [functionOf(table, deciding[table]), ...triggersOf(table)]);
}

function functionOf(table: string, { columns, about }: Deciding): string {
  const row = (of: string): string => `(${columns.map((column) => `${of}.${column}`).join(', ')})`;
  return functionFile('templates/end_sessions', {
    table,
    about,
    was: row('o'),
    is: row('x'),
    same: table === 'organizations' ? 'o.id = x.id' : 'o.organization_id = x.organization_id and o.id = x.id',
    moved: columns.includes('group_id') ? 'x.group_id is distinct from o.group_id' : 'false',
  });
}

function triggersOf(table: string): string[] {
  const trigger = (name: string, operation: string, rows: string): string => `
    create or replace trigger sessions_of_${name} after ${operation} on ${table} referencing ${rows}
      for each statement execute function usher_end_sessions_of_${table}()`;
  return [
    trigger('changed', 'update', 'old table as was new table as added'),
    // Organizations are not deleted.
    ...(table === 'organizations' ? [] : [trigger('removed', 'delete', 'old table as was')]),
    // A new policy decides just as a changed one does; a device that is online may be registered to keep it out.
    ...(['policies', 'devices'].includes(table) ? [trigger('added', 'insert', 'new table as was')] : []),
  ];
}
