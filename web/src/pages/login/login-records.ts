import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { newPassword } from '../people/people-records';

export type Login = Api<'LoginExplanationDto'>;
export type Gate = Api<'LoginGate'>;
export type Remedy = Login['remedies'][number];

export const loginQuery = (id: string) => ({
  queryKey: ['logins', 'explanation', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Login> => {
    const { data } = await api.GET('/logins/{id}/explanation', { params: { path: { id } }, signal });
    return data!;
  },
});

/** What a remedy did, if it has something to show: the new password. */
export interface Done {
  readonly password?: string;
}

const dayMilliseconds = 86_400_000;

/** Remedies that a button can do, by what they call; the others are done elsewhere. */
export function remedyOf(login: Login, { code, call, fields }: Remedy): (() => Promise<Done>) | undefined {
  const [, resource, id] = /^PATCH \/(users|devices)\/([0-9a-f-]{36})$/.exec(call ?? '') ?? [];
  if (code === 'new_password' && login.username !== null) return () => passwordFor(login.username!);
  if (id === undefined) return undefined;
  const change = (body: Readonly<Record<string, unknown>>) => async (): Promise<Done> => {
    const params = { path: { id } };
    if (resource === 'users') await api.PATCH('/users/{id}', { params, body });
    else await api.PATCH('/devices/{id}', { params, body });
    return {};
  };
  if (code === 'enable_user' || code === 'enable_device') return change({ disabled: 0 });
  if (code === 'extend')
    return fields.includes('valid_from')
      ? change({ valid_from: new Date().toISOString() })
      : change({ valid_until: new Date(Date.now() + dayMilliseconds).toISOString() });
  return undefined;
}

/** By the reception's own call, which makes one that can be read aloud. */
async function passwordFor(username: string): Promise<Done> {
  const query = { filter: JSON.stringify({ username }) };
  const { data } = await api.GET('/guests', { params: { query } });
  const [person] = data!._embedded.guests;
  if (!person) throw new Error(username);
  return { password: (await newPassword(person.id)).password };
}

/** Who may press the button. */
export const permissionOf = ({ code, call }: Remedy): string =>
  code === 'new_password' ? 'guests:write' : call?.includes('/devices/') ? 'devices:write' : 'users:write';
