import type { FactKind } from '../../facts/facts.js';
import type { ConnectorDefinition } from '../connector.js';

const presets: Readonly<Record<FactKind, string>> = {
  stay: 'hotel',
  employment: 'staff',
  visit: 'visitor',
  presence: 'presence',
  membership: 'membership',
};

/** What a connection begins with whose mapping makes facts of this kind. */
export function usualPresets(kind: FactKind | undefined): Pick<ConnectorDefinition, 'factKind' | 'preset'> | undefined {
  return kind && { factKind: kind, preset: presets[kind] };
}
