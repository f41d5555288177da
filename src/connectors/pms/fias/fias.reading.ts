import type { FiasSettings } from './fias.settings.js';
import { type OwnFields, ownFactsOf } from './fias.own-fields.js';
import { languageOverrides } from './fias.languages.js';

/** What must be known of the hotel to understand a frame. */
export interface FiasReading {
  readonly encoding: FiasSettings['encoding'];
  readonly mode: FiasSettings['mode'];
  readonly timeZone: string;
  /** HH:MM, local. */
  readonly checkOutTime: string;
  readonly site?: string;
  readonly languages: ReadonlyMap<string, string>;
  /** What the hotel has in fields of its own. */
  readonly own: OwnFields;
}

export function readingOf(settings: FiasSettings): FiasReading {
  return {
    encoding: settings.encoding,
    mode: settings.mode,
    timeZone: settings.time_zone,
    checkOutTime: settings.check_out_time,
    site: settings.site,
    languages: languageOverrides(settings.language_codes),
    own: ownFactsOf(settings),
  };
}
