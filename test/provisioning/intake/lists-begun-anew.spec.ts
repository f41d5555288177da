import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConnectorProblem } from '../../../src/provisioning/connector/connector-problem.js';
import { eventually } from '../../kernel/manual-clock.js';
import { IntakeRig } from './intake-rig.js';
import { record } from './scripted-connector.js';

let rig: IntakeRig;
beforeAll(async () => {
  rig = await IntakeRig.open();
});
afterAll(async () => {
  await rig.close();
});

test('a list that begins anew counts from then: people listed only before it are missing', async () => {
  const engine = rig.engine();
  const hotel = await rig.connection(engine, 'lists');
  const roomOf = async (key: string) => (await rig.subjects(hotel)).find(({ sourceKey }) => sourceKey === key)?.room;
  await rig.push(engine, hotel, [record('stays', {}, 'v1')], [record('left', {}, 'v1')], [record('heard', {}, 'v1')]);
  rig.outside.pages = [
    { changes: [record('left', { room: '7' }, 'v2'), record('stays', {}, 'v1')], cursor: { page: 1 } },
    new ConnectorProblem('cursor_expired', '410'),
  ];
  rig.outside.beforePage = async (index) => {
    if (index !== 1) return;
    rig.outside.beforePage = () => undefined;
    await eventually('the first page is written', async () =>
      rig.clock.advance(0.4).then(async () => (await roomOf('left')) === '7'),
    );
    await rig.push(engine, hotel, [record('heard', { room: '8' }, 'v2')]);
    await rig.clock.advance(60);
    rig.outside.pages[0] = { changes: [record('stays', {}, 'v1')], cursor: { page: 3 }, complete: {} };
  };
  const run = await rig.scan(engine, hotel);
  expect(run).toMatchObject({ status: 'done', missing: 2 });
});
