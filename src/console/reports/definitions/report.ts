import type { FieldType, ListFields } from '../../../http/list/list-fields.js';
import { macColumnShown } from '../../../database/mac-column.js';
import { macPattern } from '../../../kernel/mac-address.js';
import type { AreaPermission } from '../../roles/permission-vocabulary.js';

/** One column, under the name that callers use. */
export interface ReportColumn {
  readonly name: string;
  /** Constant SQL over the report's `from`. */
  readonly sql: string;
  readonly type: FieldType;
  readonly description: string;
  /** False: shown only if the caller names it. */
  readonly isUsual?: boolean;
  /** Further names that `columns` accepts; case, blanks, dashes and underscores never matter. */
  readonly otherNames?: readonly string[];
  /** What filters and sorts compare if not `sql` itself: an indexed form of it. */
  readonly compared?: string;
  readonly fold?: (text: string) => string;
}

/** The chart of a report over time. */
export interface ReportChart {
  /** Columns that can be added up, the default first; `count` is the number of rows. */
  readonly measures: readonly string[];
  /** Columns by which it can be split into lines, the default first. */
  readonly groupings: readonly string[];
  /** `level`: each value is the state at that moment, so values must not be added up over time. */
  readonly kind: 'sum' | 'level';
}

/**
 * A report: constant SQL from the module that owns the tables. `ReportCatalogue.add` makes it available in all forms of
 * the API, files and CSV included.
 *
 * In the SQL, $1 is the organization, $2 and $3 the instants from (included) and to (excluded), $4 the minutes of
 * a bucket or null, $5 the present time. The rows are called `r`.
 */
export interface Report {
  readonly id: string;
  /** Older ids of the same report. */
  readonly otherIds?: readonly string[];
  readonly title: string;
  readonly description: string;
  /** Required besides `reports:read`. */
  readonly permission?: AreaPermission;
  readonly from: string;
  /** Mentions $1, and $2 and $3 if `from` does not. */
  readonly where: string;
  /** For a log: its time column. Null for sums; such a report is computed at once, with a limited length. */
  readonly time: string | null;
  /** Unique among the rows: an id, or the text of what was grouped. */
  readonly key: string;
  readonly columns: readonly ReportColumn[];
  /** As in the parameter `sort`. */
  readonly sort: string;
  /** The default of the parameter `earliest`. */
  readonly earliest?: string;
  /** Absent: no chart. With a chart but without `time` it has a column `period_start_at`. */
  readonly chart?: ReportChart;
}

/** Columns that the parameters may filter and sort by. */
export function fieldsOf({ columns, key, sort }: Report): ListFields {
  return {
    id: key,
    sort,
    fields: Object.fromEntries(
      columns.map(({ name, sql, compared, type, fold }) => [name, { column: compared ?? sql, type, fold }]),
    ),
  };
}

export function usernameColumn(description: string): ReportColumn {
  return {
    name: 'username',
    sql: 'r.username',
    type: 'text',
    description,
    otherNames: ['user name', 'user'],
    compared: 'r.username_key',
    fold: (text) => text.toLowerCase(),
  };
}

/** Shown with colons, stored and compared as 12 digits: any spelling finds it, using the index of the digits. */
export function macColumn(name: string, description: string, otherNames: readonly string[] = []): ReportColumn {
  return {
    name,
    sql: macColumnShown(`r.${name}`),
    type: 'text',
    description,
    otherNames,
    compared: `r.${name}`,
    fold: macPattern,
  };
}

export function textColumn(name: string, description: string, further: Partial<ReportColumn> = {}): ReportColumn {
  return { name, sql: `r.${name}`, type: 'text', description, ...further };
}

export function column(
  name: string,
  type: FieldType,
  description: string,
  further: Partial<ReportColumn> = {},
): ReportColumn {
  return { name, sql: `r.${name}`, type, description, ...further };
}
