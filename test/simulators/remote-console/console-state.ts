export type Body = Record<string, unknown>;

/** An answer before it becomes bytes: `body` undefined sends none. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Features {
  /** false: only what the reference documents. */
  readonly extended: boolean;
  readonly now: () => string;
}

const referenceUserFields = ['username', 'password', 'table_id', 'disabled'];
const extendedUserFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'valid_from',
  'valid_until',
  'max_devices',
  'comment',
  'external_id',
];
const referenceVoucherFields = ['table_id', 'duration', 'count'];
const extendedVoucherFields = ['prefix', 'code_length', 'valid_until', 'max_devices', 'comment', 'external_id'];

export function problem(status: number, detail: string, errors?: { detail: string; pointer: string }[]): Answer {
  return {
    status,
    body: { type: 'about:blank', title: `Status ${status}`, status, detail, errors },
    headers: { 'content-type': 'application/problem+json' },
  };
}

const invalid = (field: string, detail: string) =>
  problem(422, `${field}: ${detail}`, [{ detail, pointer: `#/${field}` }]);

/** One organization of the simulated console. Every method answers as the HTTP resource would. */
export class ConsoleState {
  readonly users = new Map<string, Body>();
  readonly groups = new Map<string, Body>();
  readonly vouchers = new Map<string, Body>();
  private count = 0;

  constructor(
    private readonly features: Features,
    private readonly prefix: string,
  ) {}

  createUser(body: Body): Answer {
    const wrong = this.checkUser(body, true);
    if (wrong) return wrong;
    const extras = this.features.extended ? Object.fromEntries(extendedUserFields.map((field) => [field, null])) : {};
    const { password: _password, ...fields } = body;
    const user: Body = {
      id: this.nextId(),
      disabled: 0,
      table_id: null,
      created_at: this.features.now(),
      ...extras,
      ...fields,
      updated_at: this.features.now(),
    };
    this.users.set(String(user.id), user);
    return { status: 201, body: user };
  }

  changeUser(id: string, body: Body): Answer {
    const user = this.users.get(id);
    if (!user) return problem(404, `There is no user ${id}`);
    const wrong = this.checkUser(body, false, id);
    if (wrong) return wrong;
    const { password: _password, ...fields } = body;
    Object.assign(user, fields, { updated_at: this.features.now() });
    return { status: 200, body: user };
  }

  remove(kind: 'users' | 'groups' | 'vouchers', id: string): Answer {
    return this[kind].delete(id) ? { status: 204 } : problem(404, `There is nothing with id ${id}`);
  }

  createGroup(body: Body): Answer {
    const unknown = Object.keys(body).find((field) => !['name', 'comment'].includes(field));
    if (unknown) return invalid(unknown, 'unknown field');
    if (typeof body.name !== 'string' || body.name === '') return invalid('name', 'is required');
    const taken = [...this.groups.values()].find(({ name }) => name === body.name);
    if (taken) return problem(409, `There is a group ${body.name} already`);
    const group: Body = {
      id: this.nextId(),
      name: body.name,
      comment: body.comment ?? null,
      created_at: this.features.now(),
    };
    this.groups.set(String(group.id), group);
    return { status: 201, body: group };
  }

  createVouchers(body: Body): Answer {
    const allowed = [...referenceVoucherFields, ...(this.features.extended ? extendedVoucherFields : [])];
    const unknown = Object.keys(body).find((field) => !allowed.includes(field));
    if (unknown) return invalid(unknown, 'unknown field');
    if (!this.groups.has(String(body.table_id))) return invalid('table_id', 'names no group');
    const count = body.count ?? 1;
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
      return invalid('count', 'must be a number from 1');
    const made = Array.from({ length: count }, () => {
      const id = this.nextId();
      const voucher: Body = {
        id,
        code: `V${id.slice(-8)}`,
        table_id: body.table_id,
        duration: body.duration ?? null,
        status: 'unused',
        created_at: this.features.now(),
      };
      this.vouchers.set(id, voucher);
      return voucher;
    });
    return {
      status: 201,
      body: { _embedded: { vouchers: made }, page: 1, page_size: made.length, page_count: 1, total_items: made.length },
    };
  }

  changeVoucher(id: string, body: Body): Answer {
    const voucher = this.vouchers.get(id);
    if (!voucher) return problem(404, `There is no voucher ${id}`);
    const unknown = Object.keys(body).find((field) => !['duration', ...extendedVoucherFields].includes(field));
    if (unknown) return invalid(unknown, 'unknown field');
    Object.assign(voucher, body);
    return { status: 200, body: voucher };
  }

  revokeVoucher(id: string): Answer {
    const voucher = this.vouchers.get(id);
    if (!voucher) return problem(404, `There is no voucher ${id}`);
    voucher.status = 'revoked';
    return { status: 204 };
  }

  private checkUser(body: Body, creating: boolean, id?: string): Answer | undefined {
    const allowed = [...referenceUserFields, ...(this.features.extended ? extendedUserFields : [])];
    const unknown = Object.keys(body).filter((field) => !allowed.includes(field));
    if (unknown.length > 0)
      return problem(
        422,
        `Unknown field ${unknown[0]}`,
        unknown.map((field) => ({ detail: 'unknown field', pointer: `#/${field}` })),
      );
    if (creating && (typeof body.username !== 'string' || body.username === ''))
      return invalid('username', 'is required');
    if (typeof body.username === 'string' && body.username.length > 64)
      return invalid('username', 'is longer than 64 characters');
    if (body.disabled !== undefined && body.disabled !== 0 && body.disabled !== 1)
      return invalid('disabled', 'must be 0 or 1');
    if (body.phone && !/^\+?[0-9 ]+$/.test(String(body.phone))) return invalid('phone', 'must be a telephone number');
    if (body.table_id && !this.groups.has(String(body.table_id))) return invalid('table_id', 'names no group');
    const others = [...this.users.values()].filter((user) => user.id !== id);
    const key = (name: unknown) => String(name).normalize('NFC').toLowerCase();
    if (body.username !== undefined && others.some(({ username }) => key(username) === key(body.username)))
      return problem(409, 'There is a user with that username already');
    if (body.external_id && others.some(({ external_id }) => external_id === body.external_id))
      return problem(409, 'There is a user with that external_id already');
    return undefined;
  }

  private nextId(): string {
    this.count += 1;
    return `${this.prefix}-7000-8000-${this.count.toString(16).padStart(12, '0')}`;
  }
}
