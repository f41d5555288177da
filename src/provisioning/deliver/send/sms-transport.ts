import { Injectable } from '@nestjs/common';
import { HttpClient, OutboundFailure, type OutboundRequest } from '../../../kernel/http-client.js';
import { oneLine } from '../../../kernel/sending/one-line.js';
import { delivered, type SendOutcome } from '../../../kernel/sending/send-outcome.js';
import type { Scope } from '../../access/record-scope.js';
import { Templates } from '../../access/template.js';
import { messageScope } from '../message/message-scope.js';
import { MessageTemplates, textTemplates } from '../message/message-templates.js';
import type { SmsGateway } from '../settings/delivery-settings.js';
import { messageId } from './claimed-delivery.js';
import type { Addressed } from './dispatch.js';
const timeoutMilliseconds = 15_000;
const mostAnswerBytes = 2 ** 16;
/** Answers after which this very message would be refused again; faults of key or account can be fixed. */
const finalStatuses = new Set([400, 404, 410, 413, 422]);

const addressTemplates = new Templates({ longest: 1000, escape: (value) => encodeURIComponent(String(value ?? '')) });

/**
 * Text messages through the provider's HTTP interface. The kernel's client refuses private addresses after resolution
 * and follows no redirect.
 */
@Injectable()
export class SmsTransport {
  constructor(
    private readonly http: HttpClient,
    private readonly templates: MessageTemplates,
  ) {}

  async send({ delivery, settings, content, place, address }: Addressed, signal: AbortSignal): Promise<SendOutcome> {
    const { sms: gateway, secrets } = settings;
    if (!gateway) return noGateway;
    const to = e164(address, gateway.country_code);
    if (to === null)
      return {
        error:
          'The telephone number is not one that can be dialled from abroad (+43…); set sms.country_code for ' +
          'those that are written without',
        isFinal: true,
      };
    const text = this.templates.sms(
      settings.templates ?? {},
      place.language,
      messageScope(content, { ...delivery.facts }, place),
    );
    return this.sendText(gateway, secrets.sms ?? '', { id: messageId(delivery), to, text }, signal);
  }

  /** `to` by E.164. */
  async sendText(
    gateway: SmsGateway | null,
    secret: string,
    { id, to, text }: { readonly id: string; readonly to: string; readonly text: string },
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    if (!gateway) return noGateway;
    const scope = Object.assign(Object.create(null) as object, { to, text, id, secret }) as Scope;
    try {
      const { status } = await this.http.request({
        ...requestOf(gateway, scope, id),
        timeoutMilliseconds,
        maximumBytes: mostAnswerBytes,
        signal,
      });
      return status >= 200 && status < 300
        ? delivered
        : { error: `The SMS gateway answered ${status}`, isFinal: finalStatuses.has(status) };
    } catch (error) {
      signal.throwIfAborted();
      return {
        error: error instanceof OutboundFailure ? error.message : 'The request to the SMS gateway could not be sent',
        isFinal: false,
      };
    }
  }
}

const noGateway: SendOutcome = {
  error: 'No SMS gateway is set (delivery settings: sms)',
  isFinal: false,
  isWaiting: true,
};

/** Sends the message's id along, so that a gateway that checks it sends none twice. */
function requestOf(
  { url, method, headers = {}, json, form }: SmsGateway,
  scope: Scope,
  id: string,
): Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'> {
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      oneLine(textTemplates.render(value, scope), 1000),
    ]),
  );
  const [type, body] =
    json !== undefined
      ? ['application/json', JSON.stringify(filled(json, scope))]
      : form
        ? [
            'application/x-www-form-urlencoded',
            new URLSearchParams(
              Object.entries(form).map(([name, value]) => [name, textTemplates.render(value, scope)]),
            ).toString(),
          ]
        : [null, undefined];
  return {
    method,
    url: addressTemplates.render(url, scope),
    body,
    headers: {
      'user-agent': 'Usher-Delivery/1',
      'idempotency-key': id,
      ...(type ? { 'content-type': type } : {}),
      ...own,
    },
  };
}

function filled(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return value === '' ? '' : textTemplates.render(value, scope);
  if (Array.isArray(value)) return value.map((each) => filled(each, scope));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, scope)]));
}

/**
 * E.164 (https://www.itu.int/rec/T-REC-E.164): `+`, country, number, 15 digits at most. National numbers get the
 * country code in front; null where that is unknown, or it is not a number.
 */
export function e164(written: string, countryCode?: string): string | null {
  const bare = written.replaceAll(/\(0\)|[\s().\-/\u00a0\u2010-\u2015]/g, '');
  if (/^\+[1-9]\d{6,14}$/.test(bare)) return bare;
  if (/^00[1-9]\d{6,14}$/.test(bare)) return `+${bare.slice(2)}`;
  // Trap: Italy keeps the leading zero, other countries drop it.
  const national = countryCode === '39' ? bare : bare.replace(/^0/, '');
  return countryCode && /^\d{5,13}$/.test(national) && /^\d+$/.test(bare) && countryCode.length + national.length <= 15
    ? `+${countryCode}${national}`
    : null;
}
