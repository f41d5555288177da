import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../kernel/secrets.js';
import { type Context, systemContext } from '../../../kernel/context.js';
import { wifiCode } from '../../../kernel/wifi-code.js';
import { recordScopeOf } from '../../access/record-scope.js';
import { render, TemplateProblem } from '../../access/template.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import { siteDefaultsOf } from '../../connection/site-defaults.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { contentContext, type CredentialContent } from '../delivery/delivery.js';
import { MessageTemplates } from '../message/message-templates.js';
import type { Opener } from '../../wifi-console/built-in/open-networks.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { DeliveryPlaces } from './delivery-places.js';
import type { Composed, Dispatch } from './dispatch.js';

/** Why nothing can be sent: final, until an operator fixes it and asks again. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** Collects what a message needs: recipient, address, language, settings. */
@Injectable()
export class MessageComposer {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly places: DeliveryPlaces,
    private readonly templates: MessageTemplates,
    private readonly secrets: Secrets,
  ) {}

  /** @throws Undeliverable */
  async prepare(delivery: ClaimedDelivery): Promise<Dispatch> {
    if (delivery.isOver || delivery.contentSealed === null)
      throw new Undeliverable('The access ended before it could be delivered');
    const context = systemContext(delivery.organizationId, 'credential deliveries');
    const connection = await this.connections.load(context, delivery.connectionId);
    const content = JSON.parse(
      this.secrets.openText(delivery.contentSealed, contentContext(delivery.id)),
    ) as CredentialContent;
    const composed = await this.composed(context, connection, content, delivery.facts);
    return { ...composed, delivery, connection, address: addressOf(delivery, connection) };
  }

  /** `connection` null: by the organization's own settings. */
  async composed(
    context: Context,
    connection: StoredConnection | null,
    content: CredentialContent,
    facts: ClaimedDelivery['facts'],
  ): Promise<Composed> {
    const place = await this.places.of(context, {
      connectionId: connection?.id ?? null,
      opener: openerOf(content),
    });
    const { settings: held, ssid, security, passphrase } = place;
    const code = ssid === null ? null : wifiCode({ ssid, security, passphrase }, content);
    const language = this.templates.language(held.templates ?? {}, facts?.language, held.language);
    const ofSite = connection && siteDefaultsOf(connection).timeZone;
    const timeZone = facts?.timeZone ?? ofSite ?? place.timeZone ?? 'UTC';
    const told = { organization: place.name, ssid, security, timeZone, language, hasCode: code !== null };
    return { settings: held, content, code, place: told };
  }
}

function openerOf({ username, codes: [code], validFrom }: CredentialContent): Opener | null {
  if (username !== null) return { name: username, isVoucher: false, validFrom };
  return code === undefined ? null : { name: code, isVoucher: true };
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
