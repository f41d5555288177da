import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';

export const consoleLanguages = ['en', 'de', 'fr', 'es', 'it', 'cs'] as const;
export const themes = ['system', 'light', 'dark', 'contrast'] as const;
export const densities = ['comfortable', 'compact'] as const;

export interface Preferences {
  /** Null: as the browser says. */
  readonly language: string | null;
  /** Null: as the browser says. */
  readonly timeZone: string | null;
  readonly theme: string;
  readonly density: string;
  readonly shortcuts: boolean;
  readonly deskLockMinutes: number;
}

/** For operators who never chose. */
export const usualPreferences: Preferences = {
  language: null,
  timeZone: null,
  theme: 'system',
  density: 'comfortable',
  shortcuts: true,
  deskLockMinutes: 5,
};

const columns = `language, time_zone as "timeZone", theme, density, shortcuts, desk_lock_minutes as "deskLockMinutes"`;

const find = statement(
  'preferences_find',
  `select ${columns} from operator_preferences where organization_id = $1 and operator_id = $2`,
);
/** For an operator who chose nothing yet. */
const begin = statement(
  'preferences_begin',
  `
  insert into operator_preferences (organization_id, operator_id, theme, density, shortcuts, desk_lock_minutes)
  values ($1, $2, $3, $4, $5, $6) on conflict (organization_id, operator_id) do nothing`,
);
/** $3: what changes, as JSON of columns; the rest stays. Two tabs that change two things both win. */
const change = statement(
  'preferences_change',
  `
  update operator_preferences set
    language = case when $3::jsonb ? 'language' then $3::jsonb ->> 'language' else language end,
    time_zone = case when $3::jsonb ? 'time_zone' then $3::jsonb ->> 'time_zone' else time_zone end,
    theme = coalesce($3::jsonb ->> 'theme', theme),
    density = coalesce($3::jsonb ->> 'density', density),
    shortcuts = coalesce(($3::jsonb ->> 'shortcuts')::boolean, shortcuts),
    desk_lock_minutes = coalesce(($3::jsonb ->> 'desk_lock_minutes')::int, desk_lock_minutes)
  where organization_id = $1 and operator_id = $2
  returning ${columns}`,
);

@Injectable()
export class PreferencesRepository {
  constructor(private readonly database: Database) {}

  async of(context: Context, operatorId: string): Promise<Preferences> {
    return (
      (await this.database.one<Preferences>(context, find, [context.organizationId, operatorId])) ?? usualPreferences
    );
  }

  change(context: Context, operatorId: string, changed: Partial<Preferences>): Promise<Preferences> {
    const own = [context.organizationId, operatorId];
    const { theme, density, shortcuts, deskLockMinutes } = usualPreferences;
    return this.database.transaction(context, async (inside) => {
      await this.database.query(inside, begin, [...own, theme, density, shortcuts, deskLockMinutes]);
      const [preferences] = await this.database.query<Preferences>(inside, change, [...own, rowOf(changed)]);
      return preferences;
    });
  }
}

function rowOf({ timeZone, deskLockMinutes, ...same }: Partial<Preferences>): string {
  return JSON.stringify({ ...same, time_zone: timeZone, desk_lock_minutes: deskLockMinutes });
}
