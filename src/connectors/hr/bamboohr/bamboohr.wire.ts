/**
 * One person, https://documentation.bamboohr.com/reference/get-employee. Missing values are null, '' or, for dates,
 * 0000-00-00; fields that the key's owner may not see are absent.
 */
export type BambooEmployee = { readonly id: string } & {
  readonly [Field in (typeof employeeFields)[number]]?: string | null;
};

export const employeeFields = [
  'employeeNumber',
  'status',
  'employmentHistoryStatus',
  'workEmail',
  'firstName',
  'preferredName',
  'lastName',
  'hireDate',
  'terminationDate',
  'department',
  'division',
  'location',
  'jobTitle',
  'lastChanged',
] as const;

/**
 * Row of the table employmentStatus, in no order, also future ones:
 * https://documentation.bamboohr.com/reference/get-employee-table-row
 */
export interface BambooStatusRow {
  readonly id: string;
  readonly employeeId: string;
  readonly date?: string | null;
  readonly employmentStatus?: string | null;
}

/**
 * https://documentation.bamboohr.com/reference/get-changed-employee-ids. `Deleted`: the record was erased, which is no
 * termination.
 */
export interface BambooChanged {
  readonly latest?: string;
  readonly employees?: Readonly<
    Record<
      string,
      { readonly id?: string; readonly action?: 'Inserted' | 'Updated' | 'Deleted'; readonly lastChanged?: string }
    >
  >;
}

/** https://documentation.bamboohr.com/reference/get-data-from-dataset */
export interface BambooData {
  readonly data: readonly { readonly fields: Readonly<Record<string, string | null>> }[];
  readonly meta: { readonly page: number; readonly totalPages: number; readonly totalItems: number };
}

/** https://documentation.bamboohr.com/reference/get-fields-from-dataset-v1-2: 500 a page by default, 1,000 at most. */
export interface BambooFieldPage {
  readonly fields: readonly { readonly name?: string }[];
  readonly pagination?: { readonly next_page?: string | number | null };
}

/** Names in the data set `employee`, the likeliest first; they differ from those of the employee record. */
export const datasetNames: Readonly<Record<'id' | (typeof employeeFields)[number], readonly string[]>> = {
  id: ['eeid', 'employeeId', 'id'],
  employeeNumber: ['employeeNumber'],
  status: ['status'],
  employmentHistoryStatus: ['employmentHistoryStatus', 'employmentStatus'],
  workEmail: ['email', 'workEmail'],
  firstName: ['firstName'],
  preferredName: ['preferredName'],
  lastName: ['lastName'],
  hireDate: ['hireDate'],
  terminationDate: ['terminationDate'],
  department: ['jobInformationDepartment', 'department'],
  division: ['jobInformationDivision', 'division'],
  location: ['jobInformationLocation', 'location'],
  jobTitle: ['jobInformationJobTitle', 'jobTitle'],
  lastChanged: ['lastChanged'],
};

/** https://documentation.bamboohr.com/docs/webhooks: thin events name one employee, those with fields a list. */
export interface BambooEvent {
  readonly type?: string;
  readonly data?: { readonly employeeId?: string | number };
  readonly employees?: readonly { readonly id?: string | number }[];
}
