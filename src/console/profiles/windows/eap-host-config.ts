import { createHash } from 'node:crypto';
import type { Enrollment } from '../enrollment.js';
import { eapNumbers, type EapType } from '../profile.js';
import { type Element, element } from '../xml.js';

const provisioning = 'http://www.microsoft.com/provisioning';
const names = {
  host: { xmlns: `${provisioning}/EapHostConfig` },
  common: { xmlns: `${provisioning}/EapCommon` },
  base: { xmlns: `${provisioning}/BaseEapConnectionPropertiesV1` },
  tls: { xmlns: `${provisioning}/EapTlsConnectionPropertiesV1` },
  tls2: { xmlns: `${provisioning}/EapTlsConnectionPropertiesV2` },
  tls3: { xmlns: `${provisioning}/EapTlsConnectionPropertiesV3` },
  peap: { xmlns: `${provisioning}/MsPeapConnectionPropertiesV1` },
  peap2: { xmlns: `${provisioning}/MsPeapConnectionPropertiesV2` },
  mschap: { xmlns: `${provisioning}/MsChapV2ConnectionPropertiesV1` },
  ttls: { xmlns: `${provisioning}/EapTtlsConnectionPropertiesV1` },
};

const mschapNumber = 26;
/** Who wrote the method: 0 the system's own, 311 Microsoft's (its EAP-TTLS says so). */
const authors: Record<EapType, number> = { 'EAP-TLS': 0, PEAP: 0, 'EAP-TTLS': 311 };

/** The EAP method's settings: https://learn.microsoft.com/en-us/openspecs/windows_protocols/ms-gpwl (sections 6.8 to 6.11) */
export function eapHostConfig(enrollment: Enrollment): Element {
  const { eapType } = enrollment.profile;
  const methods = { 'EAP-TLS': tls, PEAP: peap, 'EAP-TTLS': ttls };
  return element('EapHostConfig', names.host, [
    element('EapMethod', [
      element('Type', names.common, eapNumbers[eapType]),
      element('VendorId', names.common, 0),
      element('VendorType', names.common, 0),
      element('AuthorId', names.common, authors[eapType]),
    ]),
    element('Config', names.host, [methods[eapType](enrollment)]),
  ]);
}

function tls(enrollment: Enrollment): Element {
  return element('Eap', names.base, [
    element('Type', eapNumbers['EAP-TLS']),
    element('EapType', names.tls, [
      element('CredentialsSource', [element('CertificateStore', [element('SimpleCertSelection', true)])]),
      serverValidation(enrollment),
      element('DifferentUsername', false),
      element('PerformServerValidation', names.tls2, true),
      element('AcceptServerName', names.tls2, true),
      element('TLSExtensions', names.tls2, [
        element('FilteringInfo', names.tls3, [
          element('CAHashList', { Enabled: 'true' }, thumbprints(enrollment, 'IssuerHash')),
        ]),
      ]),
    ]),
  ]);
}

function peap(enrollment: Enrollment): Element {
  const { anonymousIdentity } = enrollment.profile;
  return element('Eap', names.base, [
    element('Type', eapNumbers.PEAP),
    element('EapType', names.peap, [
      serverValidation(enrollment),
      element('FastReconnect', true),
      element('InnerEapOptional', false),
      element('Eap', names.base, [
        element('Type', mschapNumber),
        element('EapType', names.mschap, [element('UseWinLogonCredentials', false)]),
      ]),
      element('EnableQuarantineChecks', false),
      element('RequireCryptoBinding', false),
      element('PeapExtensions', [
        element('PerformServerValidation', names.peap2, true),
        element('AcceptServerName', names.peap2, true),
        anonymousIdentity !== null && element('IdentityPrivacy', names.peap2, [
          element('EnableIdentityPrivacy', true), element('AnonymousUserName', anonymousIdentity),
        ]),
      ]),
    ]),
  ]);
}

function ttls(enrollment: Enrollment): Element {
  const { profile: { anonymousIdentity, innerMethod, serverNames } } = enrollment;
  return element('EapTtls', names.ttls, [
    element('ServerValidation', [
      element('ServerNames', serverNames.join(';')),
      ...thumbprints(enrollment, 'TrustedRootCAHash'),
      element('DisablePrompt', true),
    ]),
    element('Phase2Authentication', [
      innerMethod === 'MSCHAPv2' ? element('MSCHAPv2Authentication', [element('UseWinlogonCredentials', false)]) : element('PAPAuthentication', []),
    ]),
    element('Phase1Identity', [
      element('IdentityPrivacy', anonymousIdentity !== null),
      anonymousIdentity !== null && element('AnonymousIdentity', anonymousIdentity),
    ]),
  ]);
}

/** Nobody is asked whether to trust a server: it is one of these authorities' and has one of these names, or it is refused. */
function serverValidation(enrollment: Enrollment): Element {
  return element('ServerValidation', [
    element('DisableUserPromptForServerValidation', true),
    element('ServerNames', enrollment.profile.serverNames.join(';')),
    ...thumbprints(enrollment, 'TrustedRootCA'),
  ]);
}

/** SHA-1 in hex, which the schema wants without blanks: an address of the certificate, not a proof. */
function thumbprints({ authorities }: Enrollment, name: string): Element[] {
  return authorities.map((authority) => element(name, createHash('sha1').update(authority).digest('hex')));
}
