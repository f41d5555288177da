import { createHash } from 'node:crypto';
import type { Enrollment } from './enrollment.js';
import { eapNumbers, type EapType } from './profile.js';
import { type XmlElement, xmlElement } from './xml.js';

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
/** Author of the method: 0 is the system, 311 Microsoft (for its EAP-TTLS). */
const authors: Record<EapType, number> = { 'EAP-TLS': 0, PEAP: 0, 'EAP-TTLS': 311 };

/**
 * The EAP method's settings: https://learn.microsoft.com/en-us/openspecs/windows_protocols/ms-gpwl (sections 6.8 to
 * 6.11)
 */
export function eapHostConfig(enrollment: Enrollment): XmlElement {
  const { eapType } = enrollment.profile;
  const methods = { 'EAP-TLS': tls, PEAP: peap, 'EAP-TTLS': ttls };
  return xmlElement('EapHostConfig', names.host, [
    xmlElement('EapMethod', [
      xmlElement('Type', names.common, eapNumbers[eapType]),
      xmlElement('VendorId', names.common, 0),
      xmlElement('VendorType', names.common, 0),
      xmlElement('AuthorId', names.common, authors[eapType]),
    ]),
    xmlElement('Config', names.host, [methods[eapType](enrollment)]),
  ]);
}

function tls(enrollment: Enrollment): XmlElement {
  return xmlElement('Eap', names.base, [
    xmlElement('Type', eapNumbers['EAP-TLS']),
    xmlElement('EapType', names.tls, [
      xmlElement('CredentialsSource', [xmlElement('CertificateStore', [xmlElement('SimpleCertSelection', true)])]),
      serverValidation(enrollment),
      xmlElement('DifferentUsername', false),
      xmlElement('PerformServerValidation', names.tls2, true),
      xmlElement('AcceptServerName', names.tls2, true),
      xmlElement('TLSExtensions', names.tls2, [
        xmlElement('FilteringInfo', names.tls3, [
          xmlElement('CAHashList', { Enabled: 'true' }, thumbprints(enrollment, 'IssuerHash')),
        ]),
      ]),
    ]),
  ]);
}

function peap(enrollment: Enrollment): XmlElement {
  const { anonymousIdentity } = enrollment.profile;
  return xmlElement('Eap', names.base, [
    xmlElement('Type', eapNumbers.PEAP),
    xmlElement('EapType', names.peap, [
      serverValidation(enrollment),
      xmlElement('FastReconnect', true),
      xmlElement('InnerEapOptional', false),
      xmlElement('Eap', names.base, [
        xmlElement('Type', mschapNumber),
        xmlElement('EapType', names.mschap, [xmlElement('UseWinLogonCredentials', false)]),
      ]),
      xmlElement('EnableQuarantineChecks', false),
      xmlElement('RequireCryptoBinding', false),
      xmlElement('PeapExtensions', [
        xmlElement('PerformServerValidation', names.peap2, true),
        xmlElement('AcceptServerName', names.peap2, true),
        anonymousIdentity !== null &&
          xmlElement('IdentityPrivacy', names.peap2, [
            xmlElement('EnableIdentityPrivacy', true),
            xmlElement('AnonymousUserName', anonymousIdentity),
          ]),
      ]),
    ]),
  ]);
}

function ttls(enrollment: Enrollment): XmlElement {
  const {
    profile: { anonymousIdentity, innerMethod, serverNames },
  } = enrollment;
  return xmlElement('EapTtls', names.ttls, [
    xmlElement('ServerValidation', [
      xmlElement('ServerNames', serverNames.join(';')),
      ...thumbprints(enrollment, 'TrustedRootCAHash'),
      xmlElement('DisablePrompt', true),
    ]),
    xmlElement('Phase2Authentication', [
      innerMethod === 'MSCHAPv2'
        ? xmlElement('MSCHAPv2Authentication', [xmlElement('UseWinlogonCredentials', false)])
        : xmlElement('PAPAuthentication', []),
    ]),
    xmlElement('Phase1Identity', [
      xmlElement('IdentityPrivacy', anonymousIdentity !== null),
      anonymousIdentity !== null && xmlElement('AnonymousIdentity', anonymousIdentity),
    ]),
  ]);
}

/**
 * The user is not asked whether to trust a server: it must have a certificate of one of these authorities and one of
 * these names.
 */
function serverValidation(enrollment: Enrollment): XmlElement {
  return xmlElement('ServerValidation', [
    xmlElement('DisableUserPromptForServerValidation', true),
    xmlElement('ServerNames', enrollment.profile.serverNames.join(';')),
    ...thumbprints(enrollment, 'TrustedRootCA'),
  ]);
}

/** SHA-1 in hex, which the schema wants without blanks. It locates the certificate; it proves nothing. */
function thumbprints({ authorities }: Enrollment, name: string): XmlElement[] {
  return authorities.map((authority) => xmlElement(name, createHash('sha1').update(authority).digest('hex')));
}
