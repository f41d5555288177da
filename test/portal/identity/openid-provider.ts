import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface OpenIdProvider {
  readonly issuer: string;
  /** What it says of these people from now on. */
  says(people: OpenIdPeople): Promise<void>;
  stop(): Promise<void>;
}

/** What the provider says of each person, by the name that they type. */
export type OpenIdPeople = Readonly<Record<string, object>>;

/** Starts oidc-provider on `port`; a second time on the same one with other keys. */
export async function startOpenIdProvider(
  port: number,
  redirect: string,
  options: { readonly people: OpenIdPeople; readonly signing?: 'RS256' | 'ES256' },
): Promise<OpenIdProvider> {
  const program = new URL('openid-provider.mjs', import.meta.url);
  const child: ChildProcess = fork(program, [String(port), redirect, JSON.stringify(options)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`oidc-provider ended with ${String(code)}`))),
  ]);
  return {
    issuer: `http://127.0.0.1:${port}`,
    says: async (now) => {
      const changed = once(child, 'message');
      child.send(now);
      await changed;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
