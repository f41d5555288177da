import { request } from 'node:http';
import { OperatorsModule } from '../../../src/console/operators/operators.module.js';
import { SignInModule } from '../../../src/console/sign-in/sign-in.module.js';
import type { ManualClock } from '../../kernel/manual-clock.js';
import { type HttpWorld, httpWorld, type JsonBody, type WorldOptions } from '../../http/http-world.js';

export const auditorRoleId = '00000000-0000-7000-8000-000000000104';
export const receptionRoleId = '00000000-0000-7000-8000-000000000103';
export const goodPassword = 'correct horse battery';

export interface SignInAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: JsonBody;
}

export interface OperatorsWorld extends HttpWorld {
  /** From an address of its own: every loopback address is somebody else. */
  signIn(body: object, from?: string): Promise<SignInAnswer>;
  /** An operator with a password, signed in. */
  operator(email: string, roleId: string, more?: object): Promise<{ id: string; email: string; token: string }>;
}

let addresses = 1;

/** 127.0.0.2 and following. */
export function anotherAddress(): string {
  addresses += 1;
  return `127.0.${addresses >> 8}.${addresses & 255}`;
}

export async function operatorsWorld(clock: ManualClock, options: WorldOptions = {}): Promise<OperatorsWorld> {
  const world = await httpWorld({ clock, modules: [OperatorsModule, SignInModule], ...options });
  const post = (path: string, body: object, from: string) =>
    new Promise<SignInAnswer>((resolve, reject) => {
      const bytes = JSON.stringify(body);
      const sent = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) };
      const outgoing = request(
        world.url + path,
        { method: 'POST', localAddress: from, headers: sent, agent: false },
        (incoming) => {
          let text = '';
          incoming.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers as SignInAnswer['headers'],
              body: JSON.parse(text) as JsonBody,
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(bytes);
    });
  const signIn: OperatorsWorld['signIn'] = (body, from = anotherAddress()) => post('/sessions', body, from);
  return {
    ...world,
    signIn,
    operator: async (email, roleId, more = {}) => {
      const made = await world.call('POST', '/operators', {
        body: { email, name: 'Somebody', role_id: roleId, password: goodPassword, ...more },
      });
      if (made.status !== 201) throw new Error(made.text);
      const { status, body } = await signIn({ email, password: goodPassword });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return { id: made.body.id, email, token: body.token };
    },
  };
}
