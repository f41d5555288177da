import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { permits } from '../../http/access/permits.js';
import { type Expected, requireExpected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { newRecord } from '../crud/record-life.js';
import { savedViewTable } from './saved-view.entity.js';
import type { SavedView, SavedViewValues } from './saved-view.js';
import { SavedViewsRepository } from './saved-views.repository.js';

/** The permission to change what others share. */
const settingsPermission = 'organizations:write';
const usual = savedViewTable.usual as Partial<SavedViewValues>;

/**
 * Views belong to the operator's own organization, whichever one the call acts for. `context` names that one, with the
 * operator as its actor.
 */
@Injectable()
export class SavedViewsService {
  constructor(
    private readonly views: SavedViewsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<SavedView>> {
    return this.views.list(context, context.actor.id, list);
  }

  async read(context: Context, id: string): Promise<SavedView> {
    return visible(context, id, await this.views.table.find(context, id));
  }

  async create(context: Context, values: SavedViewValues): Promise<SavedView> {
    const fields = { ...usual, ...values, operatorId: context.actor.id };
    const view = newRecord(fields, this.ids.next(), this.clock.instant()) as SavedView;
    await this.views.table.insert(context, view);
    return view;
  }

  change(context: Context, id: string, change: Partial<SavedViewValues>, expected: Expected): Promise<SavedView> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.locked(inside, id, expected);
      const view = { ...before, ...change, revision: before.revision + 1, updatedAt: this.clock.instant() };
      await this.views.table.update(inside, view);
      return view;
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      await this.locked(inside, id, expected);
      await this.views.table.remove(inside, id);
    });
  }

  private async locked(inside: Context, id: string, expected: Expected): Promise<SavedView> {
    const view = visible(inside, id, await this.views.table.lock(inside, id));
    if (view.operatorId !== inside.actor.id && !permits(inside.actor, settingsPermission))
      throw new Problem(
        'forbidden',
        `Somebody else made this view: changing it takes ${settingsPermission}; save one of your own`,
      );
    requireExpected(expected, view.revision);
    return view;
  }
}

/** Private views of others count as missing. */
function visible({ actor }: Context, id: string, view: SavedView | undefined): SavedView {
  if (!view || !(view.shared || view.operatorId === actor.id)) throw Problem.notFound('saved view', id);
  return view;
}
