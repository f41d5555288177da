import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { Reach } from '../../../kernel/reach.js';
import { isShownOnly, shownAddress, shownOnlyDetail } from '../../../kernel/shown-address.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { DeliverySettings } from './delivery-settings.js';
import { originOf, wrongGatewaySecret } from './gateway-secret.js';
import { wrongDeliverySettings } from './delivery-settings-rules.js';
import { DeliverySettingsRepository } from './delivery-settings.repository.js';
import { isObject } from '../../../kernel/json/is-object.js';

export type WrittenDeliverySettings = Readonly<Record<string, unknown>>;

/**
 * How credentials are delivered: of the organization, and of a connection where that differs. Refusals are Problems.
 */
@Injectable()
export class DeliverySettingsService {
  constructor(
    private readonly database: Database,
    private readonly settings: DeliverySettingsRepository,
    private readonly connections: ConnectionRepository,
    private readonly reach: Reach,
    private readonly clock: Clock,
  ) {}

  ofOrganization(context: Context): Promise<DeliverySettings> {
    return this.settings.find(context, context.organizationId);
  }

  async ofConnection(context: Context, connectionId: string): Promise<DeliverySettings> {
    await this.connections.load(context, connectionId);
    return this.settings.find(context, connectionId);
  }

  /** Parts that are absent stay; null takes a part away, a gateway with its secret. */
  async change(context: Context, id: string, written: WrittenDeliverySettings): Promise<DeliverySettings> {
    if (id !== context.organizationId) await this.connections.load(context, id);
    return this.database.transaction(context, async (inside) => {
      const before = await this.settings.find(inside, id);
      const whole = withWholeAddress(written, before);
      const problems = wrongDeliverySettings(whole);
      if (problems.length > 0) throw Problem.invalid(problems);
      const { secrets: newSecrets = {}, ...parts } = whole as Partial<DeliverySettings>;
      const after = { ...before, ...parts };
      this.requireReachable(after);
      const stranded = wrongGatewaySecret(before, after.sms, newSecrets);
      if (stranded.length > 0) throw Problem.invalid(stranded);
      const given = { ...before.secrets, ...newSecrets, ...(after.sms ? {} : { sms: undefined }) };
      const secrets = Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
      );
      const saved = { ...after, secrets };
      await this.settings.save(inside, id, saved, this.clock.instant());
      return saved;
    });
  }

  private requireReachable({ sms }: DeliverySettings): void {
    if (sms && !this.reach.allowsSaved(new URL(originOf(sms.url)).hostname)) {
      throw Problem.invalidField('sms/url', 'leads to a private address, which this deployment does not allow');
    }
    if (sms && /^http:/i.test(sms.url) && !this.reach.allows('127.0.0.1'))
      throw Problem.invalidField('sms/url', 'must be https: the secret and the credentials pass through it');
  }
}

/** A caller who sends the gateway back as shown means its address unchanged. */
function withWholeAddress(
  written: WrittenDeliverySettings,
  { sms: before }: DeliverySettings,
): WrittenDeliverySettings {
  const { sms } = written;
  if (!isObject(sms) || typeof sms.url !== 'string' || !isShownOnly(sms.url)) return written;
  if (!before || shownAddress(before.url) !== sms.url) throw Problem.invalidField('sms/url', shownOnlyDetail);
  return { ...written, sms: { ...sms, url: before.url } };
}
