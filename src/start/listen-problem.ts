import type { Settings } from '../kernel/settings.js';
import { StartProblem } from '../kernel/start-problem.js';

/** Why nobody can be heard at the port and address of the settings; the error itself where nobody expected it. */
export function listenProblem(error: unknown, { port, host }: Pick<Settings, 'port' | 'host'>): unknown {
  const words: Readonly<Record<string, string | undefined>> = {
    EADDRINUSE:
      `PORT: ${port} is taken by another program, perhaps another Usher: stop that one, or name another ` +
      `port, such as PORT=${port + 1}`,
    EACCES: `PORT: ${port} is reserved for root: name one from 1024 on, with a proxy in front`,
    EADDRNOTAVAIL: `HOST: ${host} is no address of this machine; 0.0.0.0 is all of them`,
    ENOTFOUND: `HOST: there is no host named ${host}; 0.0.0.0 is all addresses of this machine`,
    EAI_AGAIN: `HOST: the name ${host} cannot be looked up; 0.0.0.0 is all addresses of this machine`,
  };
  const known = words[(error as NodeJS.ErrnoException).code ?? ''];
  return known === undefined ? error : new StartProblem(known, { cause: error });
}
