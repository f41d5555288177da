/** People of a made-up employer, as an HR system would export them. */
export interface Person {
  readonly number: string;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly department: string;
  readonly site: string;
  readonly status: string;
  readonly start: string;
  readonly end: string;
}

export const header = 'employee_number;first_name;last_name;work_email;department;location;status;start_date;end_date';
const departments = ['Finance', 'Front Office', 'IT', 'Kitchen', 'Housekeeping'];
const sites = ['PRG', 'DUB', 'VIE'];

function person(index: number, changes: Partial<Person> = {}): Person {
  const number = String(index + 1).padStart(6, '0');
  return {
    number,
    first: 'Jana',
    last: `Novak${index}`,
    email: `jana.novak${index}@acme.example`,
    department: departments[index % departments.length],
    site: sites[index % sites.length],
    status: 'active',
    start: '2024-03-01',
    end: '',
    ...changes,
  };
}

export function people(count: number): Person[] {
  return Array.from({ length: count }, (_, index) => person(index));
}

export function row({ number, first, last, email, department, site, status, start, end }: Person): string {
  return [number, first, last, email, department, site, status, start, end].join(';');
}

/** With the trailer that tells how many they are. */
export function staffFile(staff: readonly Person[]): string {
  return [header, ...staff.map(row), `#TRAILER;${staff.length}`, ''].join('\n');
}
