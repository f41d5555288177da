import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Authenticator } from '../../http/access/authenticator.js';
import { permits } from '../../http/access/permits.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { ownerRole } from '../roles/built-in-roles.js';
import { OperatorLinks } from './operator-links.js';
import type { Operator } from './operator.js';
import { OperatorsService } from './operators.service.js';

const validSeconds = 24 * 3600;

/** The first organization, as long as nobody anywhere is an operator. */
const waiting = statement(
  'first_operator_waiting',
  `
  select id from organizations where parent_id is null and not exists (select 1 from operators)
  order by created_at, id limit 1`,
);
/** Who comes at the same time waits for each other. */
const takeTurn = statement(
  'first_operator_turn',
  'select id from organizations where id = $1 and not disabled for update',
);
const anybody = statement('first_operator_anybody', 'select 1 from operators where organization_id = $1 limit 1');

/** Whoever makes it. */
export interface NewFirstOperator {
  /** Of the link that the start prints, or an owner's key. */
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/**
 * How the first person gets in, while there is no operator who could invite them: with the link that the start prints,
 * or with an owner's key, which could make operators anyway.
 */
@Injectable()
export class FirstOperator {
  private readonly everywhere = systemContext(everyOrganization, 'first operator');

  constructor(
    private readonly links: OperatorLinks,
    private readonly operators: OperatorsService,
    private readonly authenticator: Authenticator,
    private readonly database: Database,
  ) {}

  /** The token of a new link; null where there is an operator already. */
  async offer(): Promise<string | null> {
    const first = await this.database.one<{ id: string }>(this.everywhere, waiting);
    if (!first) return null;
    const token = this.links.newToken('first');
    await this.links.issue(systemContext(first.id, 'first operator'), 'first', null, token, validSeconds);
    return token;
  }

  async make(
    requestId: string,
    { token, email, name, password }: NewFirstOperator,
  ): Promise<Operator & { readonly organizationId: string }> {
    const link = await this.links.find('first', token);
    const context = link ? systemContext(link.organizationId, requestId) : await this.ofKey(token, requestId);
    if (!context)
      throw Problem.invalidField(
        'token',
        "is neither the link's of this start, good once for 24 hours, nor an owner's key",
      );
    return this.database.transaction(context, async (inside) => {
      await this.requireNobody(inside);
      if (link && !(await this.links.use(inside, link))) throw taken();
      const fields = { email, name, password, roleId: ownerRole.id };
      const { operator } = await this.operators.create(inside, fields);
      await this.links.end(inside, null);
      return { ...operator, organizationId: context.organizationId };
    });
  }

  private async ofKey(token: string, requestId: string): Promise<Context | undefined> {
    const admission = await this.authenticator.admit(token, undefined);
    if (!admission || admission.refusal || !permits(admission.actor, '*')) return undefined;
    return { organizationId: admission.homeOrganizationId, actor: admission.actor, requestId };
  }

  private async requireNobody(inside: Context): Promise<void> {
    const { organizationId } = inside;
    if (!(await this.database.one(inside, takeTurn, [organizationId])))
      throw new Problem('forbidden', 'The organization is disabled');
    if (await this.database.one(inside, anybody, [organizationId])) throw taken();
  }
}

function taken(): Problem {
  return new Problem('conflict', 'There is an operator already: sign in, or ask them to invite you');
}
