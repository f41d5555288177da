/**
 * Rows of an account. $2 usernames that nobody else has or had, $3 users. Where it is known whose account it was, the
 * name says nothing: a name goes from one to another.
 */
export const byAccount = (table: string): string =>
  `(${table}.user_id = any($3::uuid[]) or ${table}.user_id is null and ${table}.username_key = any($2::text[]))`;

/** Rows about records ($2) and their accounts ($3), but not about other people who had the account with them. */
export const aboutPerson = (table: string): string =>
  `(${table}.subject_id = any($2::uuid[]) or ${table}.identity_id = any($3::uuid[])
    and not exists (select from subjects o where o.organization_id = $1 and o.id = ${table}.subject_id
      and o.id <> all($2::uuid[])))`;
