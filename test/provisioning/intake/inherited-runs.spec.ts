import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import { laterBy } from '../../../src/kernel/clock.js';
import { processName } from '../../../src/kernel/process-name.js';
import { IntakeRig } from './intake-rig.js';
import { fullList, record } from './scripted-connector.js';

let rig: IntakeRig;
beforeAll(async () => {
  rig = await IntakeRig.open();
});
afterAll(async () => {
  await rig.close();
});

const lend = statement(
  'test_lend_run',
  "update runs set status = 'running', lease_owner = $3, lease_until_at = $4 where organization_id = $1 and id = $2",
);
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux(
  'the run of a process that was killed on this machine goes on at once, that of a living one does not',
  async () => {
    const engine = rig.engine();
    const hotel = await rig.connection(engine, 'lists');
    rig.outside.pages = fullList([record('G1', {}, 'v1')], 4);
    const id = await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const [place, , startedAt] = processName.split(':');
    const lendTo = (owner: string) =>
      rig.fresh.database.query(rig.context, lend, [
        rig.context.organizationId,
        id,
        owner,
        laterBy(rig.clock.instant(), 3_600),
      ]);

    await lendTo(`${processName} another worker`);
    expect(await engine.worker.next()).toBe(false);
    await lendTo(`${place}:${child.pid}:${startedAt} its worker`);
    expect(await engine.worker.next()).toBe(true);
    expect(await rig.run(id)).toMatchObject({ status: 'done', seen: 1 });
  },
);
