/**
 * Headers as HR systems write them, in lower case with `_` between words. There is no standard; these are usual in
 * English and German exports. The setting `columns` names any other.
 */
export const aliases: Readonly<Record<CsvField, readonly string[]>> = {
  action: ['action', 'operation', 'change_type', 'aktion'],
  employee_number: [
    'employee_number',
    'employee_id',
    'employeenumber',
    'employeeid',
    'personalnummer',
    'personnel_number',
    'empno',
    'worker_id',
  ],
  first_name: ['first_name', 'firstname', 'given_name', 'vorname'],
  last_name: ['last_name', 'lastname', 'family_name', 'surname', 'nachname'],
  preferred_name: ['preferred_name', 'preferredname', 'rufname'],
  email: ['work_email', 'email', 'e_mail', 'mail', 'email_address', 'business_email'],
  user_name: ['username', 'user_name', 'upn', 'login'],
  department: ['department', 'abteilung', 'cost_center', 'orgnum', 'org_unit'],
  site: ['location', 'site', 'standort', 'office'],
  legal_entity: ['legal_entity', 'company', 'gesellschaft', 'entity'],
  job_title: ['job_title', 'jobcode', 'title', 'position'],
  worker_type: ['worker_type', 'employment_type', 'employee_type'],
  status: ['status', 'employment_status', 'state'],
  start_date: ['start_date', 'hire_date', 'eintritt', 'eintrittsdatum', 'entry_date'],
  end_date: ['end_date', 'termination_date', 'austritt', 'austrittsdatum', 'exit_date'],
  last_working_day: ['last_working_day', 'last_day_of_work'],
  contract_end_date: ['contract_end_date', 'contract_end', 'befristet_bis'],
  effective_date: ['effective_date', 'valid_from'],
  seq: ['seq', 'sequence', 'sequence_number'],
};

export const fields = [
  'action',
  'employee_number',
  'first_name',
  'last_name',
  'preferred_name',
  'email',
  'user_name',
  'department',
  'site',
  'legal_entity',
  'job_title',
  'worker_type',
  'status',
  'start_date',
  'end_date',
  'last_working_day',
  'contract_end_date',
  'effective_date',
  'seq',
] as const;
export type CsvField = (typeof fields)[number];

/** One row's cells by field; a column that the file does not have is absent. */
export type CsvRow = Readonly<Partial<Record<CsvField, string>>>;

/** `A`/`I` and `C`/`U` are used alike; the reference of UKG HRSD and midPoint's samples use words. */
export const actions: Readonly<Record<string, 'insert' | 'update' | 'delete'>> = {
  i: 'insert',
  a: 'insert',
  insert: 'insert',
  add: 'insert',
  u: 'update',
  c: 'update',
  update: 'update',
  change: 'update',
  d: 'delete',
  delete: 'delete',
  remove: 'delete',
};

export const statuses = {
  active: 'active',
  aktiv: 'active',
  employed: 'active',
  prehire: 'prehire',
  pending: 'prehire',
  leave: 'leave',
  on_leave: 'leave',
  loa: 'leave',
  suspended: 'suspended',
  terminated: 'terminated',
  inactive: 'terminated',
  left: 'terminated',
  ausgeschieden: 'terminated',
} as const;

export const workerTypes = {
  employee: 'employee',
  permanent: 'employee',
  'full-time': 'employee',
  'part-time': 'employee',
  contractor: 'contractor',
  external: 'contractor',
  freelancer: 'contractor',
  intern: 'intern',
  trainee: 'intern',
  apprentice: 'intern',
} as const;

/** Date formats, one per connection; `excel`: days since 1899-12-30. */
export const dateFormats = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYYMMDD', 'excel'] as const;
export type DateFormat = (typeof dateFormats)[number];
