import { randomBytes } from 'node:crypto';
import type { RunningService } from '../e2e/service.js';

export interface DemoConsole {
  readonly email: string;
  readonly password: string;
  /** Another one each time: it opens the console once, within 15 minutes. */
  link(): Promise<string>;
}

/** The demo's own first operator, made and signed in as anybody would be. */
export async function openConsole(service: RunningService): Promise<DemoConsole> {
  const [email, password] = ['demo@example.com', randomBytes(9).toString('base64url')];
  const made = async <Body>(path: string, body: object, token?: string): Promise<Body> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  await made('/first-operator', { token: service.token, email, name: 'Demo', password });
  return {
    email,
    password,
    link: async () => {
      const { token } = await made<{ token: string }>('/sessions', { email, password });
      return (await made<{ link: string }>('/sessions/current/link', { password }, token)).link;
    },
  };
}
