import { X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ProviderSettings } from '../../../console/authentication-providers/provider-types.js';
import { Clock } from '../../../kernel/clock.js';
import type { ProviderCheck } from '../contract/provider-check.js';
import { certificatesOf } from './saml-exchange.js';
import type { ServiceProvider } from './service-provider.js';

/** Only browsers call a SAML provider, never Usher: the check covers the configuration of both sides. */
@Injectable()
export class SamlCheck {
  constructor(private readonly clock: Clock) {}

  check(settings: ProviderSettings, { entityId, answerUrl }: ServiceProvider): ProviderCheck[] {
    const isSafe = answerUrl.startsWith('https:');
    const remedy = isSafe ? '' : '. Set USHER_BASE_URL: providers send answers to https only';
    const detail = `Entity ID, and address of the metadata: ${entityId}; answers go to ${answerUrl}${remedy}`;
    return [
      { name: 'service_provider', ok: isSafe, detail },
      ...certificatesOf(settings).map((each) => this.key(each)),
    ];
  }

  private key(pem: string): ProviderCheck {
    const { subject, validTo } = new X509Certificate(pem);
    const end = new Date(validTo);
    const detail = `${subject.split('\n').at(-1) ?? ''}, until ${end.toISOString().slice(0, 10)}`;
    return { name: 'certificate', ok: end > this.clock.now(), detail };
  }
}
