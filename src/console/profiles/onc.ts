import { authorityParts, type Enrollment, fileNameOf, type ProfileFile } from './enrollment.js';

const outer = { 'EAP-TLS': 'EAP-TLS', PEAP: 'PEAP', 'EAP-TTLS': 'EAP-TTLS' };

/**
 * Open Network Configuration for ChromeOS:
 * https://chromium.googlesource.com/chromium/src/+/main/components/onc/docs/onc_spec.md The file contains no client
 * certificate: the device uses the one it holds from one of these authorities.
 */
export function openNetworkConfiguration(enrollment: Enrollment): ProfileFile {
  const { profile } = enrollment;
  const authorities = authorityParts(enrollment).map(({ part, certificate }) => ({
    GUID: `{${enrollment.idOf(part)}}`,
    Type: 'Authority',
    X509: certificate.toString('base64'),
  }));
  const configuration = {
    Type: 'UnencryptedConfiguration',
    Certificates: authorities,
    NetworkConfigurations: [
      {
        GUID: `{${enrollment.idOf('wifi')}}`,
        Name: profile.name,
        Type: 'WiFi',
        WiFi: {
          SSID: profile.ssid,
          HiddenSSID: profile.hidden,
          AutoConnect: true,
          Security: 'WPA-EAP',
          EAP: eap(
            enrollment,
            authorities.map(({ GUID }) => GUID),
          ),
        },
      },
    ],
  };
  return {
    fileName: fileNameOf(enrollment, 'onc'),
    mediaType: 'application/x-onc',
    content: Buffer.from(JSON.stringify(configuration, null, 2)),
  };
}

function eap({ profile, username }: Enrollment, authorities: readonly string[]): object {
  const { eapType, anonymousIdentity } = profile;
  const trust = {
    Outer: outer[eapType],
    ServerCARefs: authorities,
    UseSystemCAs: false,
    SubjectAlternativeNameMatch: profile.serverNames.map((Value) => ({ Type: 'DNS', Value })),
    ...(username ? { Identity: username } : {}),
  };
  if (eapType === 'EAP-TLS')
    return { ...trust, ClientCertType: 'Pattern', ClientCertPattern: { IssuerCARef: authorities } };
  return {
    ...trust,
    Inner: eapType === 'PEAP' ? 'MSCHAPv2' : (profile.innerMethod ?? 'PAP'),
    ...(anonymousIdentity ? { AnonymousIdentity: anonymousIdentity } : {}),
    SaveCredentials: true,
  };
}
