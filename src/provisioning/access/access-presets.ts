import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { AccessSettings } from './access-settings.dto.js';
import { wrongPlaces } from './access-rules.js';

const presetFolder = fileURLToPath(new URL('../../../config/presets', import.meta.url));

/**
 * Ready mappings, one YAML file each, read and checked once at start. A preset gives every key; a key beside it
 * overrides.
 */
export class AccessPresets {
  private constructor(private readonly byName: ReadonlyMap<string, AccessSettings>) {}

  /** @throws Error that names the file and every wrong place in it */
  static load(folder = presetFolder): AccessPresets {
    const files = readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .sort();
    return new AccessPresets(
      new Map(
        files.map((file) => {
          const name = path.basename(file, '.yaml');
          return [name, checked(name, parse(readFileSync(path.join(folder, file), 'utf8')))];
        }),
      ),
    );
  }

  get names(): string[] {
    return [...this.byName.keys()].sort();
  }

  find(name: string): AccessSettings | undefined {
    return this.byName.get(name);
  }

  /**
   * `input` as stored or validated. `starts`, `ends` and `voucher` may override single members; everything else is
   * replaced whole.
   */
  resolve(input: Readonly<Record<string, unknown>>): AccessSettings {
    const preset = this.byName.get(String(input.preset));
    if (!preset) throw new Error(`There is no access preset ${String(input.preset)}`);
    const overrides = input as Partial<AccessSettings>;
    return {
      ...preset,
      ...overrides,
      starts: { ...preset.starts, ...overrides.starts },
      ends: { ...preset.ends, ...overrides.ends },
      voucher: { ...preset.voucher, ...overrides.voucher },
    };
  }
}

function checked(name: string, content: unknown): AccessSettings {
  const settings = { ...(content as object), preset: name } as AccessSettings;
  const wrong = wrongPlaces(settings, { whole: true });
  if (wrong.length > 0)
    throw new Error(
      `config/presets/${name}.yaml: ${wrong.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')}`,
    );
  return settings;
}
