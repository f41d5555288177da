import { Problem } from '../../kernel/errors.js';

/**
 * Names a person by one of their records, their e-mail address, or their account's name; by their own name, too, where
 * several have that.
 */
export type PersonQuery = { readonly name?: string } & (
  { readonly subjectId: string } | { readonly email: string } | { readonly username: string }
);

export function unknownPerson(query: PersonQuery): Problem {
  return Problem.invalidField('subjectId' in query ? 'subject_id' : Object.keys(query)[0], 'nobody is known by it');
}

/** Nobody gets what is kept of another, nor loses it with them. `people`: their names, for whoever asks to choose. */
export function severalPeople(people: readonly string[]): Problem {
  const names = people.map((each) => `"${each}"`).join(', ');
  const detail = `these people are known by that, and each is answered for alone: ${names}; give the name of one`;
  const { errors, detail: whole } = Problem.invalidField('name', detail);
  return new Problem('invalid', whole, errors, { people });
}

/** Everything that finds rows of one person. */
export interface PersonScope {
  readonly subjectIds: readonly string[];
  readonly connectionIds: readonly string[];
  /** Accounts that nobody else shares. */
  readonly identityIds: readonly string[];
  /** Users of the built-in console. */
  readonly userIds: readonly string[];
  /** Registrations and requests at portals that name the person. */
  readonly guestIds: readonly string[];
  /** In their compared form, but those that others have or had; a voucher's code is the name that its logins have. */
  readonly usernames: readonly string[];
  /** Those of `usernames` that are codes, and so are not shown. */
  readonly codes: readonly string[];
  /** Texts that name this person and hardly anybody else: in a log or an answer they mean the person. */
  readonly names: readonly string[];
  /** The surname alone too, for places where whatever contains it may be deleted. */
  readonly words: readonly string[];
  /** A surname of one or two letters with a first name or a record's key: together they mean the person. */
  readonly pairs: readonly (readonly [string, string])[];
}

type Plain = Readonly<Record<string, unknown>>;

/** The person's names, from facts and account fields. Those too short to identify anybody are left out. */
export function namesOf(
  people: readonly Plain[],
  usernames: readonly string[],
  keys: readonly string[],
): Pick<PersonScope, 'names' | 'words' | 'pairs'> {
  const names = new Set<string>();
  const pairs: (readonly [string, string])[] = [];
  const words = new Set<string>();
  const add = (to: Set<string>, value: unknown) => {
    if (typeof value === 'string' && value.trim().length >= 3) to.add(value.trim());
  };
  for (const person of people) {
    for (const field of ['email', 'phone', 'displayName', 'userName', 'employeeNumber']) add(names, person[field]);
    const [first, last] = [person.firstName, person.lastName].map((each) =>
      typeof each === 'string' ? each.trim() : '',
    );
    if (first && last)
      for (const whole of [`${first} ${last}`, `${last} ${first}`, `${last}, ${first}`]) add(names, whole);
    if (last && last.length < 3) for (const other of [first, ...keys]) if (other) pairs.push([last, other]);
    for (const last of [
      person.lastName,
      ...(Array.isArray(person.otherLastNames) ? (person.otherLastNames as unknown[]) : []),
    ])
      add(words, last);
  }
  // Usernames and keys that are only a number (a room, a reservation) would match rows of strangers.
  for (const each of [...usernames, ...keys]) if (/\p{L}{3}/u.test(each)) add(names, each);
  return { names: [...names], words: [...new Set([...names, ...words])], pairs };
}
