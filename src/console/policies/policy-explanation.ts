import { Injectable } from '@nestjs/common';
import { isIP } from 'node:net';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { macDigits } from '../../kernel/mac-address.js';
import type { AccessTry, KnownParties } from './access-try.js';
import { evaluatePolicies, type Evaluation } from './evaluate-policies.js';
import type { ExplainInputDto } from './explain.dto.js';
import { KnownPartiesRepository } from './known-parties.repository.js';
import { PoliciesRepository } from './policies.repository.js';

export interface Explanation extends Evaluation {
  readonly parties: KnownParties;
  readonly at: string;
  /** PAP, PEAP …; null: not known. */
  readonly authMethod: string | null;
}

/** Answers what would happen if somebody tried; changes nothing. */
@Injectable()
export class PolicyExplanation {
  constructor(
    private readonly parties: KnownPartiesRepository,
    private readonly policies: PoliciesRepository,
    private readonly clock: Clock,
  ) {}

  async explain(context: Context, input: ExplainInputDto): Promise<Explanation> {
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
    // A type that the caller only claims does not make a device known.
    const isUnknownDevice = authMethod === 'MAC' && !device;
    const policies = await this.policies.enabled(context);
    return {
      ...evaluatePolicies(isUnknownDevice ? { ...facts, device: null } : facts, policies),
      parties,
      at,
      authMethod,
    };
  }

  private readTry({ username, user_id, mac, ssid, auth_method, client, device_type, at }: ExplainInputDto): AccessTry {
    if (username !== undefined && user_id !== undefined)
      throw Problem.invalidField('user_id', 'give username or user_id, not both');
    const isNobody = username === undefined && user_id === undefined;
    if (isNobody && mac === undefined) throw Problem.invalidField('username', 'give username, user_id or mac');
    const digits = mac === undefined ? null : macDigits(mac);
    if (digits === undefined) throw Problem.invalidField('mac', 'must be a MAC address such as aa:bb:cc:dd:ee:ff');
    return {
      username: username ?? null,
      userId: user_id?.toLowerCase() ?? null,
      mac: digits,
      ssid: ssid ?? null,
      authMethod: isNobody ? 'MAC' : (auth_method ?? null),
      client: client ?? null,
      deviceType: device_type ?? null,
      at: at === undefined ? this.clock.instant() : new Date(at).toISOString(),
    };
  }
}

/**
 * As given, with the name of the client whose network contains the address, or the address of the client of that name.
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
