import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import type { SendOutcome } from '../../../kernel/sending/send-outcome.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { CredentialContent, DeliveryWay } from '../delivery/delivery.js';
import { MailTransport } from './mail-transport.js';
import { MessageComposer } from './message-composer.js';
import { SmsTransport } from './sms-transport.js';

export interface TestMessageRequest {
  readonly via: Exclude<DeliveryWay, 'answer'>;
  readonly to: string;
}

const mostMilliseconds = 20_000;
/** Opens no network. */
const example = { username: '412-example', password: 'example-only', codes: [], durationSeconds: null };

/** Sends an operator's address one message as people would get it, with an account that does not exist. */
@Injectable()
export class TestMessage {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly composer: MessageComposer,
    private readonly mail: MailTransport,
    private readonly sms: SmsTransport,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** `connectionId` null: by the organization's own settings. */
  async send(
    context: Context,
    connectionId: string | null,
    { via, to }: TestMessageRequest,
    signal = AbortSignal.timeout(mostMilliseconds),
  ): Promise<SendOutcome> {
    const now = this.clock.instant();
    const content: CredentialContent = { ...example, validFrom: now, validUntil: null };
    const connection = connectionId === null ? null : await this.connections.load(context, connectionId);
    const composed = await this.composer.composed(context, connection, content, null);
    const delivery = { id: this.ids.next(), repeats: 0, createdAt: now, facts: null };
    const dispatch = { ...composed, delivery, address: to };
    return via === 'email' ? this.mail.send(dispatch) : this.sms.send(dispatch, signal);
  }
}
