import { Injectable } from '@nestjs/common';
import { Database, violatedConstraint } from '../../database/database.js';
import { HeardChanges } from '../../database/heard-changes.js';
import { type Expected, requireExpected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Clock } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { newRecord } from '../crud/record-life.js';
import { SingleSignOn } from '../single-sign-on/single-sign-on.js';
import { requirePowerOver } from '../roles/permission-vocabulary.js';
import { OrganizationContentsRepository } from './organization-contents.repository.js';
import type { NewOrganization, Organization, OrganizationValues } from './organization.js';
import { OrganizationsRepository } from './organizations.repository.js';

const usual = {
  region: null,
  timeZone: 'UTC',
  retention: {},
  disabled: false,
  runsNeedTwo: false,
  singleSignOnRequired: false,
} as const;

/** The selected organization and those below it: a partner's customers, their sites. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly insides: OrganizationContentsRepository,
    private readonly singleSignOn: SingleSignOn,
    private readonly database: Database,
    private readonly heard: HeardChanges,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Organization>> {
    return this.organizations.list(context, list);
  }

  async read(context: Context, id: string): Promise<Organization> {
    const organization = await this.organizations.find(context, id);
    if (!organization) throw Problem.notFound('organization', id);
    return organization;
  }

  /** Below the selected organization. Names need not be unique: two customers may both have a Main Street. */
  async create(context: Context, values: NewOrganization): Promise<Organization> {
    if (values.singleSignOnRequired)
      throw Problem.invalidField('single_sign_on_required', 'can be switched on once somebody has signed in there');
    const parentId = context.organizationId;
    const organization = newRecord({ ...usual, ...values, parentId }, this.ids.next(), this.clock.instant());
    await this.organizations.insert(context, organization);
    return organization;
  }

  async change(
    context: Context,
    id: string,
    change: Partial<OrganizationValues>,
    expected: Expected,
  ): Promise<Organization> {
    const there = systemContext(id, 'single sign-on');
    const organization = await this.database.transaction(context, async (inside) => {
      const before = await this.locked(inside, id, expected);
      if (change.disabled && id === context.organizationId)
        throw new Problem('conflict', 'An organization cannot disable itself: do it from the one above');
      if (change.disabled !== undefined && change.disabled !== before.disabled)
        await this.requirePowerOverAll(inside, id);
      if (change.singleSignOnRequired && !before.singleSignOnRequired) await this.singleSignOn.requireReady(there);
      const organization = { ...before, ...change, revision: before.revision + 1, updatedAt: this.clock.instant() };
      await this.organizations.update(inside, organization);
      this.heard.changed(inside);
      return organization;
    });
    // They are refused from the change on; this takes them out of the lists.
    if (change.singleSignOnRequired) await this.singleSignOn.endSessions(there);
    return organization;
  }

  /** Only an empty organization can be deleted; the refusal names what it contains. */
  async remove(context: Context, id: string, expected: Expected): Promise<void> {
    await this.read(context, id);
    const there: Context = { ...context, organizationId: id };
    await this.database.transaction(there, async (inside) => {
      await this.locked(inside, id, expected);
      const contents = await this.insides.contents(inside);
      if (contents.length > 0) {
        const list = contents.map(({ what, count }) => `${count} ${what.replaceAll('_', ' ')}`).join(', ');
        throw new Problem('conflict', `The organization is not empty: it holds ${list}`, [], {
          contains: Object.fromEntries(contents.map(({ what, count }) => [what, count])),
        });
      }
      await this.insides.remove(inside).catch((error: unknown) => {
        // Somebody added something meanwhile: the foreign keys noticed.
        if (violatedConstraint(error)) throw new Problem('conflict', 'The organization is not empty');
        throw error;
      });
      this.heard.changed(inside);
    });
  }

  /** Disabling shuts out everybody of the organization and of those below it; enabling lets them in again. */
  private async requirePowerOverAll(inside: Context, id: string): Promise<void> {
    const held = await this.insides.permissionsWithin(id, this.clock.instant());
    requirePowerOver(inside.actor, 'all who act for the organization', held);
  }

  private async locked(inside: Context, id: string, expected: Expected): Promise<Organization> {
    const organization = await this.organizations.findForChange(inside, id);
    if (!organization) throw Problem.notFound('organization', id);
    requireExpected(expected, organization.revision);
    return organization;
  }
}
