import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../kernel/secrets.js';
import { systemContext } from '../../../kernel/context.js';
import { wifiCode } from '../../../kernel/wifi-code.js';
import { recordScopeOf } from '../../access/record-scope.js';
import { render, TemplateProblem } from '../../access/template.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import { siteDefaultsOf } from '../../connection/site-defaults.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { contentContext, type CredentialContent } from '../delivery/delivery.js';
import { MessageTemplates } from '../message/message-templates.js';
import { noDeliverySettings, resolved } from '../settings/delivery-settings.js';
import { DeliverySettingsRepository } from '../settings/delivery-settings.repository.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import type { Dispatch } from './dispatch.js';
import { OrganizationDetailsRepository } from './organization-details.repository.js';

/** Why nothing can be sent: final, until an operator fixes it and asks again. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** Collects what a message needs: recipient, address, language, settings. */
@Injectable()
export class MessageComposer {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly settings: DeliverySettingsRepository,
    private readonly houses: OrganizationDetailsRepository,
    private readonly templates: MessageTemplates,
    private readonly secrets: Secrets,
  ) {}

  /** @throws Undeliverable */
  async prepare(letter: ClaimedDelivery): Promise<Dispatch> {
    if (letter.isOver || letter.contentSealed === null)
      throw new Undeliverable('The access ended before it could be delivered');
    const context = systemContext(letter.organizationId, 'credential deliveries');
    const [connection, house, settings] = await Promise.all([
      this.connections.load(context, letter.connectionId),
      this.houses.of(context),
      this.settings.findMany(context, [letter.connectionId, letter.organizationId]),
    ]);
    const held = resolved(
      settings.get(letter.connectionId) ?? noDeliverySettings,
      settings.get(letter.organizationId) ?? noDeliverySettings,
    );
    const content = JSON.parse(
      this.secrets.openText(letter.contentSealed, contentContext(letter.id)),
    ) as CredentialContent;
    const network = { ssid: held.network?.ssid ?? house.ssid, security: held.network?.security ?? house.security };
    const code =
      network.ssid === null
        ? null
        : wifiCode({ ssid: network.ssid, security: network.security, passphrase: held.secrets.passphrase }, content);
    const language = this.templates.language(held.templates ?? {}, letter.facts?.language, held.language);
    const timeZone = letter.facts?.timeZone ?? siteDefaultsOf(connection).timeZone ?? house.timeZone ?? 'UTC';
    return {
      letter,
      connection,
      settings: held,
      content,
      code,
      address: addressOf(letter, connection),
      place: { organization: house.name, ...network, timeZone, language, hasCode: code !== null },
    };
  }
}

const usual = { email: '{{ email }}', sms: '{{ phone }}', answer: '' } as const;
const lacking = { email: 'no e-mail address', sms: 'no telephone number', answer: '' } as const;

function addressOf({ via, addressTemplate, facts, sourceKey }: ClaimedDelivery, connection: StoredConnection): string {
  if (via === 'answer') return '';
  if (!facts) throw new Undeliverable('The record is not known any more');
  try {
    const address = render(
      addressTemplate ?? usual[via],
      recordScopeOf({ key: sourceKey ?? '', facts }, siteDefaultsOf(connection)),
    ).trim();
    if (address === '') throw new Undeliverable(`The record has ${lacking[via]}`);
    return address;
  } catch (error) {
    if (!(error instanceof TemplateProblem)) throw error;
    throw new Undeliverable(`The record has ${lacking[via]}: the address ${error.message}`);
  }
}
