import type { RunningService } from '../e2e/service.js';
import { pause } from '../e2e/until.js';

export interface TriedAccount {
  readonly name: string;
  readonly status: number;
  readonly seconds: number;
}

/**
 * Makes accounts of an organization one after the other until it is told to stop, and gives what was answered.
 * `pauseMilliseconds`: between an answer and the next call.
 */
export function makingAccounts(service: RunningService, organization: string, pauseMilliseconds = 0) {
  const tried: TriedAccount[] = [];
  const headers = { 'x-organization-id': organization };
  let isToStop = false;
  const ended = (async () => {
    for (let number = 0; !isToStop; number += 1) {
      const name = `guest-${number}`;
      const begun = performance.now();
      const { status } = await service.call('POST', '/users', { username: name }, headers);
      tried.push({ name, status, seconds: (performance.now() - begun) / 1000 });
      if (pauseMilliseconds > 0) await pause(pauseMilliseconds);
    }
  })();
  return {
    tried,
    stop: async () => {
      isToStop = true;
      await ended;
      return tried;
    },
    /** Those that were answered 201 and are not there exactly once. */
    lost: async () => {
      const lost: string[] = [];
      for (const { name } of tried.filter(({ status }) => status === 201)) {
        const { body } = await service.call('GET', `/users?filter[username]=${name}`, undefined, headers);
        if (body.total_items !== 1) lost.push(name);
      }
      return lost;
    },
  };
}
