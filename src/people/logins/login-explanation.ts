import { Injectable } from '@nestjs/common';
import { PolicyExplanation } from '../../console/policies/policy-explanation.js';
import { ReplyAttributes, type ToldExplanation } from '../../console/policies/reply-attributes.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { gatesOf, type GateState } from './gates.js';
import { type LoginRecord, LoginRecords } from './login-records.js';
import { type Remedy, remediesFor } from './login-remedies.js';

export interface ExplainedLogin {
  readonly login: LoginRecord;
  readonly gates: readonly GateState[];
  readonly remedies: readonly Remedy[];
  /** What the same request would get now; null: it cannot be asked again without what the device showed. */
  readonly now: ToldExplanation | null;
}

/** Why a login was refused, or let in, and what to do about it. */
@Injectable()
export class LoginExplanations {
  constructor(
    private readonly records: LoginRecords,
    private readonly policies: PolicyExplanation,
    private readonly replies: ReplyAttributes,
  ) {}

  async explain(context: Context, id: string): Promise<ExplainedLogin> {
    const login = await this.records.find(context, id);
    if (!login) throw Problem.notFound('login', id);
    return {
      login,
      gates: gatesOf(login.outcome, login.reason),
      remedies: remediesFor(login),
      now: await this.again(context, login),
    };
  }

  /** The stored request, put to the rules as they are now. */
  private async again(context: Context, login: LoginRecord): Promise<ToldExplanation | null> {
    const { kind, username, mac, ssid, authMethod, nasAddress, client, deviceType } = login;
    const isDevice = kind === 'device' || authMethod === 'MAC';
    // A certificate names its holder only while that is there.
    if (kind === 'guest' || (!isDevice && username === null) || (isDevice && mac === null)) return null;
    const explanation = await this.policies.explain(context, {
      ...(isDevice || username === null ? {} : { username }),
      ...(mac === null ? {} : { mac }),
      ...(ssid === null ? {} : { ssid }),
      ...(authMethod === null ? {} : { authMethod }),
      ...(client === null ? (nasAddress === null ? {} : { client: nasAddress }) : { client }),
      ...(deviceType === null ? {} : { deviceType }),
    });
    return this.replies.explained(context, explanation);
  }
}
