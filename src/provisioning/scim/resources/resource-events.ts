import { Injectable } from '@nestjs/common';
import type { ResourceChange } from '../../connector/resource-change.js';
import { Inbox } from '../../inbox/inbox.js';
import type { ScimCaller } from './scim-caller.js';

const usersInMessage = 500;

/** Stores an event for provisioning in the transaction of the change: neither exists without the other. */
@Injectable()
export class ResourceEvents {
  constructor(private readonly inbox: Inbox) {}

  tell(caller: ScimCaller, changes: readonly ResourceChange[]): Promise<void> {
    return this.inbox.storeWithin(
      caller.context,
      caller.connection.id,
      changes.map((change) => ({ kind: 'resource', body: Buffer.from(JSON.stringify(change)) })),
    );
  }

  /** The current groups of each of these users. */
  tellMemberships(
    caller: ScimCaller,
    users: readonly { readonly id: string; readonly groups: readonly string[] }[],
  ): Promise<void> {
    const messages: ResourceChange[] = [];
    for (let at = 0; at < users.length; at += usersInMessage)
      messages.push({ resource: 'memberships', users: users.slice(at, at + usersInMessage) });
    return this.tell(caller, messages);
  }
}
