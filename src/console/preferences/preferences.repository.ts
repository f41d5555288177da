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
/** $3: what changes, as JSON of columns; the rest stays, or is usual. Two tabs that change two things both win. */
const change = statement(
  'preferences_change',
  `
  insert into operator_preferences as p (organization_id, operator_id, language, time_zone, theme, density, shortcuts,
    desk_lock_minutes)
  select $1, $2, n.language, n.time_zone, n.theme, n.density, n.shortcuts, n.desk_lock_minutes
  from jsonb_to_record($4::jsonb || $3::jsonb) as n (language text, time_zone text, theme text, density text,
    shortcuts boolean, desk_lock_minutes int)
  on conflict (organization_id, operator_id) do update set
    language = case when $3::jsonb ? 'language' then excluded.language else p.language end,
    time_zone = case when $3::jsonb ? 'time_zone' then excluded.time_zone else p.time_zone end,
    theme = case when $3::jsonb ? 'theme' then excluded.theme else p.theme end,
    density = case when $3::jsonb ? 'density' then excluded.density else p.density end,
    shortcuts = case when $3::jsonb ? 'shortcuts' then excluded.shortcuts else p.shortcuts end,
    desk_lock_minutes = case when $3::jsonb ? 'desk_lock_minutes' then excluded.desk_lock_minutes
      else p.desk_lock_minutes end
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

  async change(context: Context, operatorId: string, changed: Partial<Preferences>): Promise<Preferences> {
    const values = [context.organizationId, operatorId, rowOf(changed), rowOf(usualPreferences)];
    return (await this.database.one<Preferences>(context, change, values)) ?? usualPreferences;
  }
}

function rowOf({ timeZone, deskLockMinutes, ...same }: Partial<Preferences>): string {
  return JSON.stringify({ ...same, time_zone: timeZone, desk_lock_minutes: deskLockMinutes });
}
