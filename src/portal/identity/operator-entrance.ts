import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { refusalOf } from '../../console/sign-in/refusal.js';
import type { SignInPlace } from '../../console/sign-in/session.js';
import type { SignInResult } from '../../console/sign-in/sessions.service.js';
import { systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Log } from '../../kernel/log.js';
import { isRefusal, type ProviderRefusal } from './contract/proven-person.js';
import type { DirectorySessionValues, ProviderSessionValues } from './operator-sign-in.dto.js';
import { OperatorSignIns } from './operator-sign-ins.js';

type Outcome = Awaited<ReturnType<OperatorSignIns['redeem']>>;

/** Sessions of operators whom a provider proves, for a program and for the console's pages. Refusals are Problems. */
@Injectable()
export class OperatorEntrance {
  constructor(
    private readonly operators: OperatorSignIns,
    private readonly log: Log,
  ) {}

  async byProvider(
    { code, verifier, totp }: ProviderSessionValues,
    place: SignInPlace,
    reply: FastifyReply,
  ): Promise<SignInResult> {
    return entered(await this.operators.redeem(code, verifier, totp ?? null, place), reply);
  }

  async byDirectory(
    { organizationId, providerId, totp, ...typed }: DirectorySessionValues,
    place: SignInPlace,
    requestId: string,
    reply: FastifyReply,
  ): Promise<SignInResult> {
    const context = systemContext(organizationId, requestId, 'sign-in');
    const outcome = await this.operators.byDirectory(context, providerId, { ...typed, totp: totp ?? null }, place);
    if (isRefusal(outcome)) throw this.refused(organizationId, providerId, outcome);
    return entered(outcome, reply);
  }

  refused(organizationId: string, providerId: string, { refused, detail }: ProviderRefusal): Problem {
    const facts = { organizationId, providerId, refused, detail };
    this.log.warn(facts, 'operator sign-in by a provider failed');
    if (refused === 'unavailable') return new Problem('unavailable', 'The provider cannot be asked at the moment');
    if (refused === 'expired')
      return new Problem(
        'unauthenticated',
        'Your password in the directory has expired or must be changed: change it there first',
      );
    return nobody();
  }
}

function entered(outcome: Outcome, reply: FastifyReply): SignInResult {
  if (outcome.kind === 'wrong') throw nobody();
  if (outcome.kind === 'another_account') throw anotherAccount();
  if (outcome.kind !== 'signed_in') throw refusalOf(outcome, reply);
  return outcome;
}

function nobody(): Problem {
  return new Problem('unauthenticated', 'The provider, or the organization, does not know you as an operator');
}

/** Said to somebody who has shown that the address is theirs at the provider now. */
function anotherAccount(): Problem {
  return new Problem(
    'forbidden',
    'The operator with your e-mail address signs in by another account of the provider. If that is you, and your ' +
      'account there is a new one, ask an administrator to undo the link under Operators',
    [],
    { another_account: true },
  );
}
