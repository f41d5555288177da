import { confirmed } from './asking.js';
import { printLine, printJson, table } from './output.js';
import type { Api, RemoteApi } from './remote-api.js';
import { apiOf, type RemoteOptions } from './remote-options.js';
import { RemoteProblem } from './remote-problem.js';

type User = Api<'UserDto'>;

const looked = ['username', 'last_name', 'first_name', 'email'] as const;

/** `usher users find`: whoever has the text in a name or address. */
export async function findUsers(text: string, options: RemoteOptions): Promise<void> {
  const api = apiOf(options);
  const lists = await Promise.all(looked.map((field) => usersWith(api, field, { like: `%${text}%` })));
  const users = [...new Map(lists.flat().map((user) => [user.id, user])).values()];
  // To the API these two stand for any text; here they are typed as what they are, as in a_berger.
  const found = /[%_]/.test(text) ? users.filter((user) => hasIn(user, text)) : users;
  if (options.json) return printJson(found);
  if (found.length === 0) return printLine(`Nobody has ${text} in a name or address.`);
  printLine(table(['username', 'name', 'state', 'until', 'from', 'id'], found.map(rowOf)));
}

/** `usher users disable`: access ends at once, and so do open sessions. */
export async function disableUser(which: string, options: RemoteOptions & { readonly yes?: boolean }): Promise<void> {
  const api = apiOf(options);
  const [user] = await usersWith(api, 'username', { eq: which });
  if (!user)
    throw new RemoteProblem(
      'refused',
      `There is no user ${which}`,
      `usher users find ${which} looks for parts of names`,
    );
  if (!options.yes && !(await confirmed(`${user.username} loses access. Go on?`, '--yes')))
    return printLine('Nothing is done.');
  const changed = await api.call('patch', '/users/{id}', { path: { id: user.id }, body: { disabled: 1 } });
  if (options.json) return printJson(changed);
  printLine(`${changed.username} is disabled.`);
  if (changed.source) printLine('A connection manages this user and may give access again: look at it, too.');
}

async function usersWith(api: RemoteApi, field: (typeof looked)[number], wanted: object): Promise<User[]> {
  const filter = JSON.stringify({ [field]: wanted });
  return (await api.call('get', '/users', { query: { filter, page_size: 100 } }))._embedded.users;
}

function hasIn(user: User, text: string): boolean {
  return looked.some((field) => user[field]?.toLowerCase().includes(text.toLowerCase()));
}

function rowOf(user: User): unknown[] {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ');
  return [user.username, name, user.disabled ? 'disabled' : 'active', user.valid_until, user.source, user.id];
}
