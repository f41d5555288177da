import { type Enrollment, fileNameOf, type ProfileFile } from './enrollment.js';

const outer = { 'EAP-TLS': 'EAP-TLS', PEAP: 'PEAP', 'EAP-TTLS': 'EAP-TTLS' };

/**
 * Open Network Configuration for ChromeOS: https://chromium.googlesource.com/chromium/src/+/main/components/onc/docs/onc_spec.md
 * A client's certificate is not part of the file: the device takes the one it holds from this authority.
 */
export function openNetworkConfiguration(enrollment: Enrollment): ProfileFile {
  const { profile } = enrollment;
  const authority = `{${enrollment.idOf('authority')}}`;
  const configuration = {
    Type: 'UnencryptedConfiguration',
    Certificates: [{ GUID: authority, Type: 'Authority', X509: enrollment.authority.toString('base64') }],
    NetworkConfigurations: [{
      GUID: `{${enrollment.idOf('wifi')}}`,
      Name: profile.name,
      Type: 'WiFi',
      WiFi: { SSID: profile.ssid, HiddenSSID: profile.hidden, AutoConnect: true, Security: 'WPA-EAP', EAP: eap(enrollment, authority) },
    }],
  };
  return {
    fileName: fileNameOf(enrollment, 'onc'), mediaType: 'application/x-onc', content: Buffer.from(JSON.stringify(configuration, null, 2)),
  };
}

function eap({ profile, username }: Enrollment, authority: string): object {
  const { eapType, anonymousIdentity } = profile;
  const trust = {
    Outer: outer[eapType],
    ServerCARefs: [authority],
    UseSystemCAs: false,
    SubjectAlternativeNameMatch: profile.serverNames.map((Value) => ({ Type: 'DNS', Value })),
    ...(username ? { Identity: username } : {}),
  };
  if (eapType === 'EAP-TLS') return { ...trust, ClientCertType: 'Pattern', ClientCertPattern: { IssuerCARef: [authority] } };
  return {
    ...trust,
    Inner: eapType === 'PEAP' ? 'MSCHAPv2' : profile.innerMethod ?? 'PAP',
    ...(anonymousIdentity ? { AnonymousIdentity: anonymousIdentity } : {}),
    SaveCredentials: true,
  };
}
