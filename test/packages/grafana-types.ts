import { typeErrors } from './type-errors.js';

/** JSON has an enumeration's values, not its names. */
const preamble = `
import type { Dashboard, Panel, RowPanel } from '@grafana/schema';
import type * as TimeSeries from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';
import type * as Stat from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';

type Plain<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
type OfKind<Type, Options, Custom> = Omit<Plain<Panel>, 'type' | 'options' | 'fieldConfig'> & {
  type: Type;
  options: Plain<Options>;
  fieldConfig: {
    defaults: Omit<Plain<NonNullable<Panel['fieldConfig']>>['defaults'], 'custom'> & { custom?: Custom };
    overrides: [];
  };
};
type Panels = Plain<RowPanel>
  | OfKind<'timeseries', TimeSeries.Options, Plain<TimeSeries.FieldConfig>>
  | OfKind<'stat', Stat.Options, never>;
export const dashboard: Omit<Plain<Dashboard>, 'panels'> & { panels: Panels[] } = `;

/** What TypeScript has against a dashboard, by the types that Grafana publishes for this very JSON. */
export function dashboardErrors(dashboard: string): string[] {
  return typeErrors(`${preamble}${dashboard};\n`);
}
