import { describe, expect, test } from '@jest/globals';
import type { Change } from '../../src/provisioning/connector/change.js';
import { ConnectorProblem } from '../../src/provisioning/connector/connector-problem.js';
import type { Connector, ConnectorDefinition, SnapshotPage } from '../../src/provisioning/connector/connector.js';
import type { Cursor } from '../../src/provisioning/connector/cursor.js';
import { digestedOf } from '../../src/provisioning/intake/runs/page-reader.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { keysOf, sorted } from './keys.js';
import { connected, throughStorage } from './polls-contract.js';
import type { SnapshotsRig } from './rig.js';
import { faultsOf } from './valid-facts.js';

export function describeSnapshots(definition: ConnectorDefinition, rig: SnapshotsRig): void {
  const many = rig.many ?? 25;

  describe('snapshots', () => {
    test.each([0, 1, many])('lists %d living records and says that the list is complete', async (count) => {
      const outside = await rig.start(count);
      await connected(definition, outside, async (connector) => {
        const { pages } = await collect(connector, null);
        const changes = pages.flatMap((page) => page.changes);
        expect(sorted(keysOf(changes))).toEqual(sorted(outside.keys));
        expect(faultsOf(changes, definition.factKind)).toEqual([]);
        expect(pages.map(({ complete }) => complete !== undefined)).toEqual(
          pages.map((_, index) => index === pages.length - 1),
        );
        if (count === many) expect(pages.length > 1).toBe(!rig.isOnePage);
      });
      expect(outside.written()).toBe(0);
    });

    test('who is listed whole, and the same again later, is a repetition', async () => {
      const outside = await rig.start(3);
      const clock = outside.clock instanceof ManualClock ? outside.clock : new ManualClock();
      await connected(definition, { ...outside, clock, stop: () => outside.stop() }, async (connector) => {
        const read = async () => {
          const { pages } = await collect(connector, null);
          const changes = pages.flatMap((page) => page.changes);
          const whole = changes.filter((each) => each.kind === 'group' || (each.kind === 'record' && isWhole(each)));
          return { keys: keysOf(whole), digests: sorted(changes.flatMap((each) => digestedOf(each)?.digests ?? [])) };
        };
        const { keys, digests } = await read();
        expect(digests).toHaveLength(keys.length);
        await clock.advance(120);
        expect((await read()).digests).toEqual(digests);
      });
    });

    test('a list that breaks off is never complete', async () => {
      const outside = await rig.startCutOff(many);
      await connected(definition, outside, async (connector) => {
        const { pages, problem } = await collect(connector, null);
        expect(pages.some(({ complete }) => complete)).toBe(false);
        if (problem !== undefined) expect(problem).toBeInstanceOf(ConnectorProblem);
      });
    });

    test('whatever is answered in a form that nobody describes, nobody is missing from a list', async () => {
      for (let place = 0, isOver = false; !isOver; place += 1) {
        const outside = await rig.start(3);
        isOver = true;
        const inOtherWords = answeringOnce(definition, place, Buffer.from('{"odd": true}'), () => {
          isOver = false;
        });
        await connected(inOtherWords, outside, async (connector) => {
          const { pages, problem } = await collect(connector, null);
          if (problem !== undefined) return expect(problem).toBeInstanceOf(ConnectorProblem);
          const listed = keysOf(pages.flatMap(({ changes }) => changes));
          return expect(listed).toEqual(expect.arrayContaining([...outside.keys]));
        });
      }
    });

    test('resumes from any cursor with exactly the rest, still complete', async () => {
      const outside = await rig.start(many);
      await connected(definition, outside, async (connector) => {
        const { pages } = await collect(connector, null);
        for (const [index, { cursor }] of pages.slice(0, -1).entries()) {
          const rest = sorted(keysOf(pages.slice(index + 1).flatMap(({ changes }) => changes)));
          const resumed = await collect(connector, throughStorage(cursor));
          expect(sorted(keysOf(resumed.pages.flatMap(({ changes }) => changes)))).toEqual(rest);
          expect(resumed.pages.at(-1)?.complete).toBeDefined();
        }
      });
    });

    test('stops promptly when it is given up', async () => {
      const outside = await rig.start(many);
      await connected(definition, outside, async (connector) => {
        const giveUp = new AbortController();
        const seen: SnapshotPage[] = [];
        await expect(
          (async () => {
            for await (const page of connector.snapshots!.all(null, giveUp.signal)) {
              seen.push(page);
              giveUp.abort();
            }
            if (seen.at(-1)?.complete) throw new Error('went on to the end');
          })().catch((problem: unknown) => {
            if (!giveUp.signal.aborted || seen.length > 1) throw problem;
          }),
        ).resolves.toBeUndefined();
        expect(seen).toHaveLength(1);
      });
    });
  });
}

async function collect(
  connector: Connector,
  cursor: Cursor | null,
): Promise<{ pages: SnapshotPage[]; problem?: unknown }> {
  const pages: SnapshotPage[] = [];
  try {
    for await (const page of connector.snapshots!.all(cursor, AbortSignal.timeout(200_000))) pages.push(page);
    return { pages };
  } catch (problem) {
    return { pages, problem };
  }
}

/** Some vendors' lists know a part of a record only: it is merged, and never compared. */
function isWhole({ mode }: Extract<Change, { kind: 'record' }>): boolean {
  return mode === 'replace';
}

/** The same connector, whose outside gives one of its answers, the one at `place`, in a form that nobody describes. */
function answeringOnce(
  definition: ConnectorDefinition,
  place: number,
  body: Buffer,
  told: () => void,
): ConnectorDefinition {
  let asked = 0;
  return {
    ...definition,
    connect: (session) =>
      definition.connect({
        ...session,
        http: {
          request: async (request) => {
            const isIt = asked === place;
            asked += 1;
            const answer = await session.http.request(request);
            if (!isIt || answer.status !== 200) return answer;
            told();
            return { ...answer, body };
          },
        },
      }),
  };
}
