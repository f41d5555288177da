import { verify } from '@node-rs/argon2';
import { type Figure, median } from './report.js';
import { ask, type World } from './world.js';

const password = 'correct horse battery';
const rounds = 5;
/** An address may try 60 times a minute. */
const callsARound = 10;

/** An operator signs in, over and over, one at a time; in turns with the proof of the same password alone. */
export async function signInBench(world: World): Promise<Figure[]> {
  const {
    _embedded: {
      roles: [role],
    },
  } = (await ask(world, 'GET', '/roles')) as { _embedded: { roles: { id: string }[] } };
  const email = 'bench@example.com';
  await ask(world, 'POST', '/operators', { email, name: 'Eva Lang', role_id: role.id, password });
  const {
    rows: [{ hash }],
  } = await world.sql.query<{ hash: string }>('select password_hash as hash from operators where email = $1', [email]);
  const proven: number[] = [];
  const signedIn: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    proven.push(await medianMilliseconds(() => verify(hash, password)));
    signedIn.push(await medianMilliseconds(() => ask(world, 'POST', '/sessions', { email, password })));
  }
  return [
    {
      name: 'sign-in of an operator, one at a time (against the proof of the same password alone)',
      ours: `p50 ${median(signedIn).toFixed(1)} ms`,
      limit: `p50 ${median(proven).toFixed(1)} ms`,
      ratio: median(signedIn.map((time, round) => proven[round] / time)),
      goal: '0.33',
    },
  ];
}

async function medianMilliseconds(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < callsARound; call += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}
