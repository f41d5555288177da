import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { OrderedWriter } from '../batch/ordered-writer.js';
import type { Revision, SetResult, SetTarget } from '../batch/set-result.js';
import { changeStep, createStep, deleteStep, distinct, keysOfSteps } from '../batch/step-keys.js';
import { type CheckedStep, BatchInMemory } from '../batch/batch-in-memory.js';
import type { Device, DeviceChange, DeviceFields, DeviceKey, NewDevice } from './device.js';
import { deviceFields } from './device.dto.js';
import { DeviceRules, keyOfDevice } from './device-rules.js';
import { type DeviceKeys, DeviceSetRepository } from './device-set.repository.js';

export type DeviceStep = CheckedStep<DeviceFields, DeviceKey>;

/**
 * Devices by the hundred: a few statements a call, however many rows. Joins the context's transaction, or makes its
 * own. One result for each row, in order; a row that fails affects neither the others nor the transaction.
 */
@Injectable()
export class DeviceSet {
  constructor(
    private readonly repository: DeviceSetRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly writer: OrderedWriter,
  ) {}

  /** created | conflict (`id`: who has the address or external id) | invalid. */
  createMany(context: Context, rows: readonly NewDevice[]): Promise<SetResult[]> {
    return this.apply(
      context,
      rows.map((row) => createStep(deviceFields, row)),
    );
  }

  /** changed | unchanged | not_found | conflict | stale | invalid, in order. */
  changeMany(context: Context, rows: readonly DeviceChange[]): Promise<SetResult[]> {
    return this.apply(
      context,
      rows.map((row) => changeStep(deviceFields, row)),
    );
  }

  /** deleted | not_found | stale. */
  deleteMany(context: Context, ids: readonly string[], ifRevision?: Revision): Promise<SetResult[]> {
    return this.apply(
      context,
      ids.map((id) => deleteStep(id, ifRevision)),
    );
  }

  /** Creates, changes, upserts and deletes in this order; each sees what those before it did. */
  apply(context: Context, steps: readonly DeviceStep[]): Promise<SetResult[]> {
    const named = (name: 'userId' | 'groupId') =>
      distinct(steps.flatMap((step) => ('values' in step && step.values[name] ? [step.values[name]] : [])));
    return this.writer.write(context, async (inside) => {
      const at = this.clock.instant();
      // Groups before devices, the same order as every other writer, so that nobody waits in a circle.
      const groups = await this.repository.holdGroups(inside, named('groupId'));
      const users = await this.repository.holdUsers(inside, named('userId'));
      const loaded = await this.repository.find(inside, keysOf(steps));
      const bench = new BatchInMemory(loaded, new DeviceRules(this.ids, at, { users, groups }));
      const results = bench.play(steps);
      const { deleted, parked, updated, inserted } = bench.writes();
      return {
        results,
        write: async () => {
          if (deleted.length > 0 && (await this.repository.delete(inside, deleted)) < deleted.length) return false;
          if (parked.length > 0) await this.repository.park(inside, parked);
          if (updated.length > 0 && (await this.repository.update(inside, updated, at)) < updated.length) return false;
          return inserted.length === 0 || (await this.repository.insert(inside, inserted, at)) === inserted.length;
        },
      };
    });
  }

  /** Devices with one of these ids, addresses (in any notation) or external ids. Unknown ones are left out. */
  findByKeys(
    context: Context,
    keys: {
      readonly ids?: readonly string[];
      readonly macs?: readonly string[];
      readonly externalIds?: readonly string[];
    },
  ): Promise<Device[]> {
    const targets: SetTarget<DeviceKey>[] = [
      ...(keys.ids ?? []).map((value) => ({ by: 'id' as const, value })),
      ...(keys.macs ?? []).map((value) => ({ by: 'mac' as const, value })),
      ...(keys.externalIds ?? []).map((value) => ({ by: 'externalId' as const, value })),
    ];
    return this.repository.find(context, keysOf(targets.map((target) => ({ op: 'delete', target }))));
  }
}

function keysOf(steps: readonly DeviceStep[]): DeviceKeys {
  const keys = keysOfSteps(steps, keyOfDevice, ({ mac, externalId }) => [
    ['mac', mac],
    ['externalId', externalId],
  ]);
  return { ids: keys.ids, macs: keys.of('mac'), externalIds: keys.of('externalId') };
}
