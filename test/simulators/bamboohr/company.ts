/** A person as BambooHR keeps them: what is true today, and rows of what is or will be. */
export interface Employee {
  readonly id: string;
  readonly fields: Record<string, string | null>;
  readonly rows: {
    id: string;
    employeeId: string;
    date: string;
    employmentStatus: string;
    terminationReason?: string;
  }[];
  lastChanged: string;
}

export interface CompanyEvent {
  readonly type: 'created' | 'updated' | 'deleted';
  readonly employeeId: string;
  readonly changedFields: readonly string[];
  readonly at: string;
}

type Clock = { instant(): string };

/** The people of one company, and a day that comes: what was entered for later takes effect, and is told, then. */
export class Company {
  readonly employees = new Map<string, Employee>();
  readonly erased = new Map<string, string>();
  private readonly listeners: ((event: CompanyEvent) => void)[] = [];
  private ids = 400;
  private rowIds = 30;

  constructor(readonly clock: Clock) {}

  onEvent(listener: (event: CompanyEvent) => void): void {
    this.listeners.push(listener);
  }

  hire({ hireDate, ...fields }: Record<string, string> & { hireDate: string }): string {
    const id = String((this.ids += 1));
    const employee: Employee = {
      id,
      rows: [],
      lastChanged: this.stamp(),
      fields: {
        employeeNumber: `100${id}`,
        firstName: 'Jana',
        preferredName: '',
        lastName: `Novak${id}`,
        workEmail: `jana.novak${id}@acme.example`,
        department: 'Finance',
        division: 'EMEA',
        location: 'Prague',
        jobTitle: 'Clerk',
        terminationDate: '0000-00-00',
        originalHireDate: '0000-00-00',
        dateOfBirth: '1990-01-01',
        status: 'Inactive',
        employmentHistoryStatus: null,
        hireDate,
        ...fields,
      },
    };
    this.employees.set(id, employee);
    this.row(id, hireDate, 'Full-Time');
    this.tell('created', id, ['hireDate', 'workEmail']);
    return id;
  }

  /** Entered today, effective on its day. Nothing is told before that. */
  row(id: string, date: string, employmentStatus: string): string {
    const employee = this.employees.get(id)!;
    const rowId = String((this.rowIds += 1));
    employee.rows.unshift({
      id: rowId,
      employeeId: id,
      date,
      employmentStatus,
      ...(employmentStatus === 'Terminated' ? { terminationReason: 'secret of the staff office' } : {}),
    });
    employee.lastChanged = this.stamp();
    this.takeEffect();
    return rowId;
  }

  /** A cancelled termination: the row goes, and no webhook says so. */
  deleteRow(id: string, rowId: string): void {
    const employee = this.employees.get(id)!;
    employee.rows.splice(
      employee.rows.findIndex((row) => row.id === rowId),
      1,
    );
    this.takeEffect();
  }

  change(id: string, fields: Record<string, string>): void {
    const employee = this.employees.get(id)!;
    Object.assign(employee.fields, fields);
    employee.lastChanged = this.stamp();
    this.tell('updated', id, Object.keys(fields));
  }

  erase(id: string): void {
    this.employees.delete(id);
    this.erased.set(id, this.stamp());
    this.tell('deleted', id, []);
  }

  /** To be called when the clock has moved: rows of the past hold now. */
  takeEffect(): void {
    const today = this.clock.instant().slice(0, 10);
    for (const employee of this.employees.values()) {
      const current = employee.rows
        .filter(({ date }) => date <= today)
        .sort((one, other) => one.date.localeCompare(other.date))
        .at(-1);
      const isGone = current?.employmentStatus === 'Terminated';
      const status = current && !isGone ? 'Active' : 'Inactive';
      const isNew =
        employee.fields.employmentHistoryStatus !== (current?.employmentStatus ?? null) ||
        employee.fields.status !== status;
      Object.assign(employee.fields, {
        status,
        employmentHistoryStatus: current?.employmentStatus ?? null,
        terminationDate: isGone ? current.date : '0000-00-00',
      });
      if (!isNew) continue;
      employee.lastChanged = this.stamp();
      this.tell('updated', employee.id, ['employmentHistoryStatus', 'status']);
    }
  }

  private tell(type: CompanyEvent['type'], employeeId: string, changedFields: readonly string[]): void {
    for (const listener of this.listeners) listener({ type, employeeId, changedFields, at: this.stamp() });
  }

  private stamp(): string {
    return this.clock.instant().replace(/\.\d+Z$/, '+00:00');
  }
}
