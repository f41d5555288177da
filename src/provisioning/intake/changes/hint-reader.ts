import { Injectable } from '@nestjs/common';
import type { Context } from '../../../kernel/context.js';
import type { Change } from '../../connector/change.js';
import type { Connector } from '../../connector/connector.js';
import { SubjectRepository } from '../../subject/subject.repository.js';
import { goneStatus, type FactKind } from '../../facts/facts.js';
import type { Hint } from './interpreted-event.js';

/** The result of reading, and its place in the order of receipt: that of the moment before the reading. */
export interface HintReading {
  readonly sequence: number;
  readonly changes: readonly Change[];
}

/** Turns hints into changes; a record named several times is read once. */
@Injectable()
export class HintReader {
  constructor(private readonly subjects: SubjectRepository) {}

  /**
   * What the outside system says about them now; nothing about records that are not there.
   * @throws ConnectorProblem
   */
  async read(
    context: Context,
    connector: Connector,
    hints: readonly Hint[],
    signal: AbortSignal,
  ): Promise<HintReading> {
    const distinct = distinctOf(hints);
    const sequence = await this.subjects.nextSequence(context);
    if (distinct.length === 0 || !connector.reads) return { sequence, changes: [] };
    return {
      sequence,
      changes: await connector.reads.read(
        distinct.map(({ of, key }) => ({ of, key })),
        signal,
      ),
    };
  }

  /**
   * Like `read`, but a named record that is not there has ended.
   * @throws ConnectorProblem
   */
  async readOrEnd(
    context: Context,
    connector: Connector,
    kind: FactKind,
    hints: readonly Hint[],
    signal: AbortSignal,
  ): Promise<HintReading> {
    const { sequence, changes } = await this.read(context, connector, hints, signal);
    if (!connector.reads) return { sequence, changes };
    const named = new Set(changes.flatMap(keysOf));
    const gone = distinctOf(hints)
      .filter(({ of, key }) => of !== 'guest' && !named.has(key))
      .map((hint): Change =>
        hint.of === 'parent'
          ? { kind: 'group', parentKey: hint.key, records: [] }
          : { kind: 'patch', key: hint.key, facts: { status: goneStatus[kind] } },
      );
    return { sequence, changes: [...changes, ...gone] };
  }
}

function distinctOf(hints: readonly Hint[]): Hint[] {
  return [...new Map(hints.map((hint) => [`${hint.of} ${hint.key}`, hint])).values()];
}

function keysOf(change: Change): string[] {
  switch (change.kind) {
    case 'record':
      return [change.record.key, ...(change.record.parentKey === undefined ? [] : [change.record.parentKey])];
    case 'group':
      return [change.parentKey, ...change.records.map(({ key }) => key)];
    case 'patch':
    case 'confirm':
      return [change.key];
    case 'renamed':
      return [change.from, change.to];
    case 'malformed':
      return change.problem.key === undefined ? [] : [change.problem.key];
    default:
      return [];
  }
}
