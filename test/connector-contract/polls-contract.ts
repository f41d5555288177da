import { describe, expect, test } from '@jest/globals';
import type { Connector, ConnectorDefinition, RecordPage } from '../../src/provisioning/connector/connector.js';
import type { Cursor } from '../../src/provisioning/connector/cursor.js';
import { keysOf, sorted } from './keys.js';
import type { Outside, PollsRig } from './rig.js';
import { open } from './session.js';
import { faultsOf } from './valid-facts.js';

export function describePolls(definition: ConnectorDefinition, rig: PollsRig): void {
  const many = rig.many ?? 25;

  describe('polls', () => {
    test.each([0, 1, many])('finds %d changed records, each valid', async (count) => {
      const outside = await rig.start(count);
      await connected(definition, outside, async (connector) => {
        const pages = await collect(connector, outside.since);
        const changes = pages.flatMap((page) => page.changes);
        expect(sorted(keysOf(changes))).toEqual(sorted(outside.keys));
        expect(faultsOf(changes, definition.factKind)).toEqual([]);
        if (count === many) expect(pages.length > 1).toBe(!rig.isOnePage);
      });
      expect(outside.written()).toBe(0);
    });

    test('resumes from any cursor with the rest', async () => {
      const outside = await rig.start(many);
      await connected(definition, outside, async (connector) => {
        const pages = await collect(connector, outside.since);
        for (const [index, { cursor }] of pages.slice(0, -1).entries()) {
          const rest = sorted(keysOf(pages.slice(index + 1).flatMap(({ changes }) => changes)));
          const resumed = sorted(
            keysOf((await collect(connector, throughStorage(cursor))).flatMap(({ changes }) => changes)),
          );
          if (rig.overlaps) expect(resumed).toEqual(expect.arrayContaining(rest));
          else expect(resumed).toEqual(rest);
        }
      });
    });

    test('a poll from the last cursor ends', async () => {
      const outside = await rig.start(1);
      await connected(definition, outside, async (connector) => {
        const last = (await collect(connector, outside.since)).at(-1);
        if (last) await collect(connector, throughStorage(last.cursor));
      });
    });

    if (rig.startWithMalformed) {
      const startWithMalformed = rig.startWithMalformed.bind(rig);
      test('a record that cannot be understood is reported, and the others are there', async () => {
        const outside = await startWithMalformed(3);
        await connected(definition, outside, async (connector) => {
          const changes = (await collect(connector, outside.since)).flatMap((page) => page.changes);
          expect(changes.some(({ kind }) => kind === 'malformed')).toBe(true);
          expect(keysOf(changes)).toEqual(expect.arrayContaining([...outside.keys]));
        });
      });
    }
  });
}

async function collect(connector: Connector, cursor: Cursor | null): Promise<RecordPage[]> {
  const pages: RecordPage[] = [];
  for await (const page of connector.polls!.changes(cursor, AbortSignal.timeout(200_000))) pages.push(page);
  return pages;
}

/** A cursor lives in a jsonb column between two polls. */
export function throughStorage(cursor: Cursor): Cursor {
  return JSON.parse(JSON.stringify(cursor)) as Cursor;
}

export async function connected<O extends Outside>(
  definition: ConnectorDefinition,
  outside: O,
  use: (connector: Connector) => Promise<void>,
): Promise<void> {
  const { connector } = open(definition, outside);
  try {
    await use(connector);
  } finally {
    await connector.close?.();
    await outside.stop();
  }
}
