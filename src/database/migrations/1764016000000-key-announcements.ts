import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is remembered of an API key hangs on these columns; when it was last used does not matter. */
const watched: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['organization_id', 'token_hash', 'name', 'role_id', 'permissions', 'expires_at', 'revoked_at'],
  roles: ['permissions'],
  organizations: ['path', 'disabled'],
};

function announced(table: string, columns: readonly string[]): string[] {
  const row = (which: string) => `(${columns.map((column) => `${which}.${column}`).join(', ')})`;
  return [
    `create trigger announce_changed after update on ${table} for each row when (${row('old')} is distinct from ${row('new')}) execute function usher_announce('usher_keys')`,
    `create trigger announce_removed after delete on ${table} for each row execute function usher_announce('usher_keys')`,
  ];
}

/**
 * Tells every process when what it remembers of keys no longer holds. The notification leaves with the transaction that made
 * the change; that takes a lock on the whole database at its commit, which these rare writes can bear.
 */
export class KeyAnnouncements1764016000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create function usher_announce() returns trigger language plpgsql as $$
      begin
        perform pg_notify(tg_argv[0], '');
        return null;
      end $$`);
    for (const sql of Object.entries(watched).flatMap(([table, columns]) => announced(table, columns)))
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(watched))
      await runner.query(`drop trigger announce_changed on ${table}; drop trigger announce_removed on ${table}`);
    await runner.query('drop function usher_announce()');
  }
}
