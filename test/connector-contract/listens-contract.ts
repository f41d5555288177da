import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import type { StoredMessage } from '../../src/provisioning/connector/stored-message.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import { ManualClock, eventually } from '../kernel/manual-clock.js';
import { keysOf } from './keys.js';
import { RecordingLink } from './recording-link.js';
import type { ListeningOutside, ListensRig } from './rig.js';
import { open, secretsOf } from './session.js';
import { faultsOf } from './valid-facts.js';

export function describeListens(definition: ConnectorDefinition, rig: ListensRig): void {
  describe('listens', () => {
    test('establishes the link, and what happens at the vendor is stored', () =>
      listening(async ({ outside, link, changes, log }) => {
        const key = outside.happen();
        await eventually('the frame is stored', () => keysOf(changes()).includes(key));
        expect(link.latestState).toBe('connected');
        expect(link.heardCount).toBeGreaterThan(0);
        expect(faultsOf(changes(), definition.factKind)).toEqual([]);
        for (const secret of secretsOf(definition, outside.settings))
          expect(`${log.lines.join('\n')} ${inspect(link.states)}`).not.toContain(secret);
      }));

    test('frames become durable one batch after the other, in the order they came', () =>
      listening(async ({ outside, link, changes }) => {
        link.hold();
        const keys = [outside.happen(), outside.happen(), outside.happen(), outside.happen()];
        await eventually('storing has begun', () => link.storing > 0);
        expect(keysOf(changes())).toEqual([]);
        link.release();
        await eventually('all are stored', () => keysOf(changes()).length === keys.length);
        expect(keysOf(changes())).toEqual(keys);
        expect(link.mostAtOnce).toBe(1);
      }));

    test('nothing is lost when storing fails for a while', () =>
      listening(async ({ outside, link, changes, pass }) => {
        link.failNext(2);
        const keys = [outside.happen(), outside.happen()];
        await eventually('both are stored', async () => {
          await pass();
          return keysOf(changes()).length === keys.length;
        });
        expect(keysOf(changes())).toEqual(keys);
      }));

    test('comes back after the connection dropped', () =>
      listening(async ({ outside, link, changes, pass }) => {
        outside.drop();
        await eventually('the loss is told', () => link.states.some(({ state }) => state === 'lost'));
        const key = outside.happen();
        await eventually('the link is up again', async () => {
          await pass();
          return outside.linked();
        });
        await eventually('what happened meanwhile is stored', () => keysOf(changes()).includes(key));
        expect(link.latestState).toBe('connected');
      }));

    test('a frame that cannot be understood is reported, and the next one is taken', () =>
      listening(async ({ outside, changes }) => {
        outside.sendMalformed();
        const key = outside.happen();
        await eventually('the next frame is stored', () => keysOf(changes()).includes(key));
        expect(changes().some(({ kind }) => kind === 'malformed')).toBe(true);
      }));

    test('the same stored frame means the same', () =>
      listening(async ({ outside, link, changes }) => {
        const key = outside.happen();
        await eventually('the frame is stored', () => keysOf(changes()).includes(key));
        const before = link.stored.map((frame) => frame.toString('hex'));
        expect(changes()).toEqual(changes());
        expect(link.stored.map((frame) => frame.toString('hex'))).toEqual(before);
      }));

    test('stops promptly while the link is up', () =>
      listening(async ({ stop }) => {
        await stop();
      }));

    test('stops promptly while it waits to connect again', async () => {
      const outside = await rig.start();
      await outside.stop();
      const clock = outside.clock ?? new ManualClock();
      const { connector } = open(definition, { ...outside, clock });
      const giveUp = new AbortController();
      const link = new RecordingLink(clock, giveUp.signal);
      const listener = connector.listens!.listen(link, giveUp.signal);
      await eventually('a try has failed', () => link.states.some(({ state }) => state === 'lost'));
      giveUp.abort();
      await listener;
      await connector.close?.();
    });
  });

  interface Scene {
    readonly outside: ListeningOutside;
    readonly link: RecordingLink;
    readonly log: { readonly lines: string[] };
    /** What is stored so far means this. */
    readonly changes: () => Change[];
    /** Some seconds go by for the connector. */
    readonly pass: () => Promise<void>;
    readonly stop: () => Promise<void>;
  }

  async function listening(scene: (scene: Scene) => Promise<void>): Promise<void> {
    const outside = await rig.start();
    const clock = outside.clock ?? new ManualClock();
    const { connector, log } = open(definition, { ...outside, clock });
    const giveUp = new AbortController();
    const link = new RecordingLink(clock, giveUp.signal);
    const listener = connector.listens!.listen(link, giveUp.signal);
    const stop = async () => {
      giveUp.abort();
      await listener;
    };
    try {
      await Promise.race([
        eventually('the link is up', () => outside.linked() && link.latestState === 'connected'),
        listener,
      ]);
      await scene({
        outside,
        link,
        log,
        stop,
        changes: () => link.stored.flatMap((body, index) => connector.listens!.interpret(asMessage(body, index))),
        pass: async () => {
          if (clock instanceof ManualClock) await clock.advance(5);
        },
      });
    } finally {
      link.release();
      await stop();
      await connector.close?.();
      await outside.stop();
    }
  }
}

function asMessage(body: Buffer, index: number): StoredMessage {
  return { body, receivedAt: '2026-05-14T13:12:04.000Z', sequence: String(index).padStart(16, '0') };
}
