import { Injectable } from '@nestjs/common';
import type { Context } from '../../kernel/context.js';
import { Settings } from '../../kernel/settings.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import { ConnectorProblem } from '../connector/connector-problem.js';
import type { Check } from '../connector/connector.js';
import { ConnectorHost } from '../host/connector-host.js';
import type { DeliveryWay } from './delivery/delivery.js';
import { noDeliverySettings, resolved } from './settings/delivery-settings.js';
import { DeliverySettingsRepository } from './settings/delivery-settings.repository.js';

const lacking: Readonly<Record<DeliveryWay, readonly [what: string, remedy: string]>> = {
  email: ['no mail server is set', 'set USHER_SMTP_URL'],
  sms: ['no SMS gateway is set', 'set sms in the delivery settings'],
  answer: ['this connector has no place for an answer', 'name another way in access.deliver'],
};

/** Whether a connection's credentials can reach anybody. */
@Injectable()
export class DeliveryCheck {
  constructor(
    private readonly settings: Settings,
    private readonly delivery: DeliverySettingsRepository,
    private readonly host: ConnectorHost,
  ) {}

  /** Undefined when nothing is to be delivered. */
  async of(context: Context, connection: StoredConnection): Promise<Check | undefined> {
    const ways = [...new Set(connection.access.deliver.map(({ via }) => via))];
    if (ways.length === 0) return undefined;
    const settings = await this.delivery.findMany(context, [connection.id, connection.organizationId]);
    const { sms } = resolved(
      settings.get(connection.id) ?? noDeliverySettings,
      settings.get(connection.organizationId) ?? noDeliverySettings,
    );
    const isThere: Readonly<Record<DeliveryWay, boolean>> = {
      email: Boolean(this.settings.smtp),
      sms: sms !== null,
      answer: this.takesAnswers(connection),
    };
    const missing = ways.filter((way) => !isThere[way]);
    const found = missing.map((way) => `${way}: ${lacking[way][0]}`).join('; ');
    const about = { name: 'delivery', tried: `access.deliver: ${ways.join(', ')}` };
    if (missing.length === ways.length) {
      return {
        ...about,
        ok: false,
        detail: `Nobody can learn the credentials that are made. ${found}`,
        remedy: `Do one of these: ${missing.map((way) => lacking[way][1]).join('; ')}`,
      };
    }
    return {
      ...about,
      ok: true,
      detail: missing.length > 0 ? `Only some ways are there. ${found}` : 'Each way is there',
    };
  }

  private takesAnswers(connection: StoredConnection): boolean {
    try {
      return this.host.connectorOf(connection).answers !== undefined;
    } catch (error) {
      if (error instanceof ConnectorProblem) return false;
      throw error;
    }
  }
}
