import { Injectable } from '@nestjs/common';
import { permits } from '../../http/access/permits.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { DeviceSet } from '../devices/device-set.js';
import { GroupSet } from '../user-groups/group-set.js';
import { UserSet } from '../users/user-set.js';
import type { BulkResource } from './bulk-resource.js';
import { bulkDevices, bulkUserGroups, bulkUsers } from './bulk-records.js';
import { BulkVouchers } from './bulk-vouchers.js';

/** Resources that can be written in bulk, by their name in the path. */
@Injectable()
export class BulkResources {
  private readonly byName: ReadonlyMap<string, BulkResource>;

  constructor(users: UserSet, devices: DeviceSet, groups: GroupSet, vouchers: BulkVouchers) {
    const all = [bulkUsers(users), bulkDevices(devices), bulkUserGroups(groups), vouchers];
    this.byName = new Map(all.map((each) => [each.name, each]));
  }

  /** Throws `not_found` for another name, `forbidden` if the caller may not write this resource one by one. */
  writable({ actor }: Context, name: string): BulkResource {
    const resource = this.named(name);
    const needed = `${resource.name}:write`;
    if (!permits(actor, needed)) throw new Problem('forbidden', `The API key lacks the permission ${needed}`);
    return resource;
  }

  named(name: string): BulkResource {
    const resource = this.byName.get(name);
    if (!resource)
      throw new Problem(
        'not_found',
        `There are no bulk operations on ${name}. Offered are: ${[...this.byName.keys()].join(', ')}`,
      );
    return resource;
  }
}
