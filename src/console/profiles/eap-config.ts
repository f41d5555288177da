import { type Enrollment, fileNameOf, type ProfileFile } from './enrollment.js';
import { domainOf, eapNumbers } from './profile.js';
import { type XmlElement, xmlElement, xmlDocument } from './xml.js';

const mschapNumber = 26;
/** TTLS inner methods that are not EAP, as the draft numbers them. */
const plainMethods = { PAP: 1, MSCHAPv2: 3 };

/**
 * EAP metadata for onboarding apps, where Android itself accepts no file (PEAP, passwords, plain SSIDs):
 * https://datatracker.ietf.org/doc/html/draft-winter-opsawg-eap-metadata
 */
export function eapConfig(enrollment: Enrollment): ProfileFile {
  const { profile, organizationName } = enrollment;
  const root = xmlElement('EAPIdentityProviderList', [
    xmlElement('EAPIdentityProvider', { ID: domainOf(profile), namespace: 'urn:RFC4282:realm', version: '1' }, [
      xmlElement('AuthenticationMethods', [xmlElement('AuthenticationMethod', method(enrollment))]),
      xmlElement('CredentialApplicability', [
        xmlElement('IEEE80211', [xmlElement('SSID', profile.ssid), xmlElement('MinRSNProto', 'CCMP')]),
      ]),
      xmlElement('ProviderInfo', [xmlElement('DisplayName', organizationName)]),
    ]),
  ]);
  return {
    fileName: fileNameOf(enrollment, 'eap-config'),
    mediaType: 'application/eap-config',
    content: xmlDocument(root),
  };
}

function method({ profile, authorities, username }: Enrollment): (XmlElement | false | undefined)[] {
  const isTunnel = profile.eapType !== 'EAP-TLS';
  return [
    xmlElement('EAPMethod', [xmlElement('Type', eapNumbers[profile.eapType])]),
    xmlElement('ServerSideCredential', [
      ...authorities.map((authority) =>
        xmlElement('CA', { format: 'X.509', encoding: 'base64' }, authority.toString('base64')),
      ),
      ...profile.serverNames.map((name) => xmlElement('ServerID', name)),
    ]),
    xmlElement('ClientSideCredential', [
      isTunnel && profile.anonymousIdentity !== null && xmlElement('OuterIdentity', profile.anonymousIdentity),
      username !== undefined && xmlElement('UserName', username),
    ]),
    profile.eapType === 'PEAP' &&
      xmlElement('InnerAuthenticationMethod', [xmlElement('EAPMethod', [xmlElement('Type', mschapNumber)])]),
    profile.eapType === 'EAP-TTLS' &&
      xmlElement('InnerAuthenticationMethod', [
        xmlElement('NonEAPAuthMethod', [xmlElement('Type', plainMethods[profile.innerMethod ?? 'PAP'])]),
      ]),
  ];
}
