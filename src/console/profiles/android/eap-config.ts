import { type Enrollment, fileNameOf, type ProfileFile } from '../enrollment.js';
import { eapNumbers } from '../profile.js';
import { type Element, element, xmlDocument } from '../xml.js';
import { domainOf } from './domain.js';

const mschapNumber = 26;
/** Methods in a TTLS tunnel that are not EAP, as the draft numbers them. */
const plainMethods = { PAP: 1, MSCHAPv2: 3 };

/**
 * EAP metadata for onboarding apps, where Android itself takes no file (PEAP, passwords, plain SSIDs):
 * https://datatracker.ietf.org/doc/html/draft-winter-opsawg-eap-metadata
 */
export function eapConfig(enrollment: Enrollment): ProfileFile {
  const { profile, organizationName } = enrollment;
  const root = element('EAPIdentityProviderList', [
    element('EAPIdentityProvider', { ID: domainOf(profile), namespace: 'urn:RFC4282:realm', version: '1' }, [
      element('AuthenticationMethods', [element('AuthenticationMethod', method(enrollment))]),
      element('CredentialApplicability', [
        element('IEEE80211', [element('SSID', profile.ssid), element('MinRSNProto', 'CCMP')]),
      ]),
      element('ProviderInfo', [element('DisplayName', organizationName)]),
    ]),
  ]);
  return { fileName: fileNameOf(enrollment, 'eap-config'), mediaType: 'application/eap-config', content: xmlDocument(root) };
}

function method({ profile, authorities, username }: Enrollment): (Element | false | undefined)[] {
  const isTunnel = profile.eapType !== 'EAP-TLS';
  return [
    element('EAPMethod', [element('Type', eapNumbers[profile.eapType])]),
    element('ServerSideCredential', [
      ...authorities.map((authority) => element('CA', { format: 'X.509', encoding: 'base64' }, authority.toString('base64'))),
      ...profile.serverNames.map((name) => element('ServerID', name)),
    ]),
    element('ClientSideCredential', [
      isTunnel && profile.anonymousIdentity !== null && element('OuterIdentity', profile.anonymousIdentity),
      username !== undefined && element('UserName', username),
    ]),
    profile.eapType === 'PEAP' && element('InnerAuthenticationMethod', [element('EAPMethod', [element('Type', mschapNumber)])]),
    profile.eapType === 'EAP-TTLS' && element('InnerAuthenticationMethod', [
      element('NonEAPAuthMethod', [element('Type', plainMethods[profile.innerMethod ?? 'PAP'])]),
    ]),
  ];
}
