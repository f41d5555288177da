import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';

export interface OperatorProvider {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

const ofOperators = statement(
  'operator_providers',
  `
  select id, name, type from authentication_providers
  where organization_id = $1 and not disabled and use in ('operators', 'both') order by name, id`,
);
/** Asked by anybody: an unknown organization requires nothing. */
const required = statement(
  'operator_providers_required',
  'select 1 from organizations where id = $1 and single_sign_on_required',
);
const organizations = statement('operator_providers_organizations', 'select id from organizations limit 2');

/** What is known of an operator's organization before anybody has signed in. */
@Injectable()
export class OperatorProvidersRepository {
  constructor(private readonly database: Database) {}

  /** Enabled providers that sign operators in, by name. */
  ofOperators(organizationId: string): Promise<OperatorProvider[]> {
    return this.database.query(systemContext(organizationId, 'sign-in'), ofOperators, [organizationId]);
  }

  /** Whether its operators sign in by a provider only. */
  async isRequired(organizationId: string): Promise<boolean> {
    const there = systemContext(organizationId, 'sign-in');
    return (await this.database.one(there, required, [organizationId])) !== undefined;
  }

  /** Undefined: there are several, or none yet. */
  async onlyOrganization(): Promise<string | undefined> {
    const everywhere = systemContext(everyOrganization, 'sign-in');
    const found = await this.database.query<{ id: string }>(everywhere, organizations, []);
    return found.length === 1 ? found[0].id : undefined;
  }
}
