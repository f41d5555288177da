import { Injectable } from '@nestjs/common';
import type { SAML } from '@node-saml/node-saml';
import type { ProviderSettings } from '../../../console/authentication-providers/provider-types.js';
import { Clock } from '../../../kernel/clock.js';
import { type ProviderRefusal, refusal, type UngroupedPerson } from '../contract/proven-person.js';
import { answerShape } from './answer-shape.js';
import { personOf } from './person-of-assertion.js';
import type { ServiceProvider } from './service-provider.js';
import { attributeOf, elementsOf, isElement, elementText, type AssertionElement } from './signed-assertion.js';

const skewMilliseconds = 2 * 60_000;
const longestAnswer = 256 * 1024;
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const certificateForm = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** SAML 2.0 Web Browser SSO: the request by redirect, the response by POST. */
@Injectable()
export class SamlExchange {
  constructor(private readonly clock: Clock) {}

  /** The address to send the browser to. The provider signs `requestId` and returns `relayState`. */
  async requestUrl(
    settings: ProviderSettings,
    own: ServiceProvider,
    requestId: string,
    relayState: string,
    forceAuthn: boolean,
  ): Promise<string> {
    const saml = await samlOf(settings, own, { generateUniqueId: () => requestId, forceAuthn });
    return saml.getAuthorizeUrlAsync(relayState, undefined, {});
  }

  /** The metadata that the provider's administrator imports. */
  async metadata({ entityId, answerUrl }: ServiceProvider): Promise<string> {
    const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
    return generateServiceProviderMetadata({
      issuer: entityId,
      callbackUrl: answerUrl,
      identifierFormat: null,
      wantAssertionsSigned: true,
      // The same each time it is fetched.
      generateUniqueId: () => '_usher',
    });
  }

  /** The person named by the response to `requestId`. Unsolicited responses are rejected. */
  async personOf(
    settings: ProviderSettings,
    own: ServiceProvider,
    requestId: string,
    answer: string,
  ): Promise<UngroupedPerson | ProviderRefusal> {
    try {
      const assertion = await this.signedAssertion(settings, own, requestId, answer);
      return personOf(assertion, settings);
    } catch (error) {
      return refusal('wrong', error instanceof Error ? error.message : 'The answer cannot be read');
    }
  }

  private async signedAssertion(
    settings: ProviderSettings,
    own: ServiceProvider,
    requestId: string,
    answer: string,
  ): Promise<AssertionElement> {
    if (answer.length > (longestAnswer * 4) / 3) throw new Error('The answer is too large');
    const xml = Buffer.from(answer, 'base64').toString('utf8');
    const shape = answerShape(xml);
    if (shape.destination !== null && shape.destination !== own.answerUrl)
      throw new Error(`The answer was made for ${shape.destination.slice(0, 200)}, not for ${own.answerUrl}`);
    if (shape.inResponseTo !== null && shape.inResponseTo !== requestId)
      throw new Error('The answer is to another question');
    const saml = await samlOf(settings, own, {
      wantAuthnResponseSigned: shape.isResponseSigned,
      wantAssertionsSigned: shape.isAssertionSigned,
      acceptedClockSkewMs: skewMilliseconds,
    });
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') });
    // From here on, only signed content is read.
    const assertion = profile?.getAssertion?.().Assertion;
    if (!isElement(assertion)) throw new Error('The answer has no assertion');
    const issuer = elementText(elementsOf(assertion, 'Issuer')[0]);
    if (issuer !== settings.entity_id) throw new Error(`The answer is from ${issuer?.slice(0, 200) ?? 'nobody'}`);
    this.requireConfirmation(assertion, own, requestId);
    return assertion;
  }

  /** The bearer of the assertion may show it here, now, and as the answer to this question (Profiles, 4.1.4.3). */
  private requireConfirmation(assertion: AssertionElement, own: ServiceProvider, requestId: string): void {
    const now = this.clock.milliseconds();
    const confirmations = elementsOf(elementsOf(assertion, 'Subject')[0], 'SubjectConfirmation')
      .filter((each) => attributeOf(each, 'Method') === bearer)
      .flatMap((each) => elementsOf(each, 'SubjectConfirmationData'));
    const isGood = confirmations.some(
      (each) =>
        attributeOf(each, 'Recipient') === own.answerUrl &&
        attributeOf(each, 'InResponseTo') === requestId &&
        Date.parse(attributeOf(each, 'NotOnOrAfter') ?? '') + skewMilliseconds > now,
    );
    if (!isGood) throw new Error('The assertion is too old, for another recipient, or answers another question');
  }
}

/** PEM; two while the provider changes its key. */
export function certificatesOf(settings: ProviderSettings): string[] {
  return (settings.certificate as string).match(certificateForm) ?? [];
}

type Options = Partial<ConstructorParameters<typeof SAML>[0]>;

async function samlOf(settings: ProviderSettings, own: ServiceProvider, options: Options): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  return new SAML({
    issuer: own.entityId,
    audience: own.entityId,
    callbackUrl: own.answerUrl,
    entryPoint: settings.sso_url as string,
    idpCert: certificatesOf(settings),
    // We compare it ourselves, in the signed content.
    validateInResponseTo: ValidateInResponseTo.never,
    identifierFormat: null,
    // The provider decides how people sign in: a requested context makes Entra ID reject sign-ins without a password.
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: true,
    ...options,
  });
}
