import { Injectable } from '@nestjs/common';
import { isIP } from 'node:net';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { macDigits } from '../../kernel/mac-address.js';
import type { AccessTry, KnownParties, PortalGateway } from './access-try.js';
import { evaluatePolicies, type Evaluation } from './evaluate-policies.js';
import { KnownPartiesRepository } from './known-parties.repository.js';
import { PoliciesRepository } from './policies.repository.js';

export interface Explanation extends Evaluation {
  readonly parties: KnownParties;
  readonly at: string;
  /** PAP, PEAP …; null if unknown. */
  readonly authMethod: string | null;
  /** Of a device without a record at such a gateway: let in by the account of its registration, or led to the page. */
  readonly byAddress: { readonly gateway: PortalGateway; readonly isLedTo: boolean; readonly mac: string } | null;
}

/** Who, where and when; what is absent is unknown. */
export type ExplainedTry = Partial<{
  readonly [Field in keyof AccessTry]: NonNullable<AccessTry[Field]>;
}>;

/** Answers what would happen if somebody signed in. Changes nothing. */
@Injectable()
export class PolicyExplanation {
  constructor(
    private readonly parties: KnownPartiesRepository,
    private readonly policies: PoliciesRepository,
    private readonly clock: Clock,
  ) {}

  async explain(context: Context, input: ExplainedTry): Promise<Explanation> {
    const asked = this.readTry(input);
    const parties = await this.parties.find(context, asked);
    if (asked.userId && !parties.user) throw Problem.invalidField('user_id', `There is no user ${asked.userId}`);
    const { user, voucher, group, device, timeZone } = parties;
    const { ssid, authMethod, deviceType, at } = asked;
    const facts = {
      user,
      voucher,
      group,
      ssid,
      at,
      timeZone,
      authMethod,
      device: device ?? (deviceType ? { type: deviceType, disabled: false, validUntil: null } : null),
      client: clientOf(asked, parties),
    };
    // A type that only the caller claims does not make a device known.
    const isUnknownDevice = authMethod === 'MAC' && !device;
    const policies = await this.policies.enabled(context);
    const { gateway } = parties;
    const { mac } = asked;
    if (isUnknownDevice && gateway && mac !== null) {
      const own =
        gateway.account === null
          ? undefined
          : await this.explain(context, { ...input, username: gateway.account, authMethod: 'PAP', at });
      if (own?.decision === 'permit') return { ...own, byAddress: { gateway, isLedTo: false, mac } };
      const anybody = { user: { disabled: false, validFrom: null, validUntil: null }, device: null, authMethod: 'PAP' };
      const evaluation = evaluatePolicies({ ...facts, ...anybody }, policies);
      const byAddress = evaluation.decision === 'permit' ? { gateway, isLedTo: true, mac } : null;
      return { ...evaluation, parties, at, authMethod, byAddress };
    }
    return {
      ...evaluatePolicies(isUnknownDevice ? { ...facts, device: null } : facts, policies),
      parties,
      at,
      authMethod,
      byAddress: null,
    };
  }

  private readTry({ username, userId, mac, ssid, authMethod, client, deviceType, at }: ExplainedTry): AccessTry {
    if (username !== undefined && userId !== undefined)
      throw Problem.invalidField('user_id', 'give username or user_id, not both');
    const isNobody = username === undefined && userId === undefined;
    if (isNobody && mac === undefined) throw Problem.invalidField('username', 'give username, user_id or mac');
    const digits = mac === undefined ? null : macDigits(mac);
    if (digits === undefined) throw Problem.invalidField('mac', 'must be a MAC address such as aa:bb:cc:dd:ee:ff');
    return {
      username: username ?? null,
      userId: userId ?? null,
      mac: digits,
      ssid: ssid ?? null,
      authMethod: isNobody ? 'MAC' : (authMethod ?? null),
      client: client ?? null,
      deviceType: deviceType ?? null,
      at: at === undefined ? this.clock.instant() : at,
    };
  }
}

/**
 * As given, with the name of the client whose range contains the address, or the address of the client with that name.
 */
function clientOf(
  { client }: AccessTry,
  { client: known }: KnownParties,
): { address: string | null; name: string | null } | null {
  if (client === null) return null;
  return isIP(client)
    ? { address: client, name: known?.name ?? null }
    : { address: known?.address ?? null, name: client };
}
