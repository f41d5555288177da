/** What a personnel office knows of somebody. Days are YYYY-MM-DD. */
export interface StaffMember {
  readonly email: string;
  readonly lastName: string;
  readonly department: string;
  readonly type?: 'employee' | 'contractor';
  readonly state: 'hired' | 'works' | 'on leave' | 'suspended' | 'left';
  readonly start: string;
  readonly end?: string;
}

/** How a vendor writes it: values by pointer into one of its records. */
export interface StaffWords {
  readonly place: string;
  /** Last days can be read. */
  readonly hasDays: boolean;
  readonly hasTypes: boolean;
  /** Where the vendor has such a state. */
  readonly states: readonly StaffMember['state'][];
  edits(one: StaffMember): Readonly<Record<string, unknown>>;
}

const isLeft = ({ state }: StaffMember) => state === 'left';
const odataDay = (day: string | undefined) => (day === undefined ? null : `/Date(${Date.parse(day)})/`);
const inPersonio = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`/attributes/${name}/value`, value]));
const personioDay = (day: string | undefined) => (day === undefined ? null : `${day}T00:00:00+01:00`);

export const staffWords: readonly StaffWords[] = [
  {
    place: 'hr/okta',
    hasDays: false,
    hasTypes: false,
    states: ['works', 'suspended', 'left', 'hired'],
    edits: ({ email, lastName, department, state }) => ({
      '/profile/email': email,
      '/profile/login': email,
      '/profile/lastName': lastName,
      '/profile/department': department,
      '/status': { hired: 'STAGED', works: 'ACTIVE', 'on leave': '', suspended: 'SUSPENDED', left: 'DEPROVISIONED' }[
        state
      ],
    }),
  },
  {
    place: 'hr/personio',
    hasDays: true,
    hasTypes: true,
    states: ['hired', 'works', 'on leave', 'left'],
    edits: ({ email, lastName, department, type, state, start, end }) =>
      inPersonio({
        email,
        last_name: lastName,
        status: { hired: 'onboarding', works: 'active', 'on leave': 'leave', suspended: '', left: 'inactive' }[state],
        employment_type: type === 'contractor' ? 'external' : 'internal',
        hire_date: personioDay(start),
        termination_date: personioDay(end),
        department: { type: 'Department', attributes: { id: 3, name: department } },
      }),
  },
  {
    place: 'hr/hibob',
    hasDays: true,
    hasTypes: false,
    states: ['hired', 'works', 'on leave', 'suspended', 'left'],
    edits: ({ email, lastName, department, state, start, end }) => ({
      '/email': email,
      '/surname': lastName,
      '/humanReadable/work/department': department,
      '/work/startDate': start,
      '/internal/status': state === 'hired' || state === 'left' ? 'Inactive' : 'Active',
      '/internal/lifecycleStatus': {
        hired: 'hired',
        works: 'employed',
        'on leave': 'Parental leave',
        suspended: 'Garden leave',
        left: 'terminated',
      }[state],
      '/internal/terminationDate': end ?? null,
    }),
  },
  {
    place: 'hr/successfactors',
    hasDays: true,
    hasTypes: true,
    states: ['works', 'left'],
    edits: (one) => ({
      '/userNav/email': one.email,
      '/userNav/lastName': one.lastName,
      '/userNav/department': one.department,
      '/userNav/status': isLeft(one) ? 'f' : 't',
      '/isContingentWorker': one.type === 'contractor',
      '/startDate': odataDay(one.start),
      '/endDate': odataDay(one.end),
    }),
  },
  {
    place: 'hr/rippling',
    hasDays: true,
    hasTypes: true,
    states: ['hired', 'works', 'left'],
    edits: ({ email, lastName, department, type, state, start, end }) => ({
      '/work_email': email,
      '/user/name/family_name': lastName,
      '/department/name': department,
      '/employment_type/type': type === 'contractor' ? 'CONTRACTOR' : 'EMPLOYEE',
      '/status': { hired: 'HIRED', works: 'ACTIVE', 'on leave': '', suspended: '', left: 'TERMINATED' }[state],
      '/start_date': start,
      '/end_date': end ?? null,
    }),
  },
  {
    place: 'hr/gusto',
    hasDays: true,
    hasTypes: false,
    states: ['hired', 'works', 'left'],
    edits: (one) => ({
      '/work_email': one.email,
      '/last_name': one.lastName,
      '/department': one.department,
      '/jobs/0/hire_date': one.start,
      '/onboarded': one.state !== 'hired',
      '/terminated': isLeft(one),
      '/terminations': one.end ? [{ uuid: 't1', active: isLeft(one), effective_date: one.end }] : [],
    }),
  },
  {
    place: 'hr/deel',
    hasDays: true,
    hasTypes: true,
    states: ['hired', 'works', 'left'],
    edits: (one) => ({
      '/emails/1/value': one.email,
      '/last_name': one.lastName,
      '/department/name': one.department,
      '/hiring_status': { hired: 'onboarding', works: 'active', 'on leave': '', suspended: '', left: 'inactive' }[
        one.state
      ],
      '/hiring_type': one.type === 'contractor' ? 'contractor' : 'direct_employee',
      '/timezone': null,
      '/start_date': one.start,
      '/employments': [
        {
          id: 'e1',
          is_ended: isLeft(one),
          hiring_status: one.state,
          termination_last_day: one.end ? `${one.end}T00:00:00.000Z` : null,
        },
      ],
    }),
  },
];
