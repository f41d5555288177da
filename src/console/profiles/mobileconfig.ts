import { build } from 'plist';
import { eapNumbers } from './profile.js';
import { authorityParts, type Enrollment, fileNameOf, type ProfileFile } from './enrollment.js';

type Payload = Record<string, unknown>;

/** Configuration profile for iOS and macOS: https://developer.apple.com/documentation/devicemanagement/wifi */
export function mobileconfig(enrollment: Enrollment): ProfileFile {
  const { profile, organizationName } = enrollment;
  const authorities = authorityParts(enrollment).map(({ part, certificate }) =>
    payload(enrollment, 'com.apple.security.root', part, {
      PayloadDisplayName: `${organizationName} certificate authority`,
      PayloadCertificateFileName: part.replace('authority', 'ca') + '.cer',
      PayloadContent: new Uint8Array(certificate),
    }),
  );
  // The file does not contain the container's password: the device asks whoever installs it.
  const identity =
    enrollment.identity &&
    payload(enrollment, 'com.apple.security.pkcs12', 'identity', {
      PayloadDisplayName: enrollment.username ?? profile.name,
      PayloadCertificateFileName: 'identity.p12',
      PayloadContent: new Uint8Array(enrollment.identity.container),
    });
  const wifi = payload(enrollment, 'com.apple.wifi.managed', 'wifi', {
    PayloadDisplayName: `Wi-Fi (${profile.ssid})`,
    SSID_STR: profile.ssid,
    HIDDEN_NETWORK: profile.hidden,
    AutoJoin: true,
    EncryptionType: 'WPA2',
    ...(identity ? { PayloadCertificateUUID: identity.PayloadUUID } : {}),
    EAPClientConfiguration: clientConfiguration(enrollment, authorities),
  });
  const content = build({
    ...payload(enrollment, 'Configuration', 'profile', { PayloadDisplayName: profile.name }),
    PayloadOrganization: organizationName,
    PayloadRemovalDisallowed: false,
    PayloadContent: [...authorities, ...(identity ? [identity] : []), wifi],
  } as Parameters<typeof build>[0]);
  return {
    fileName: fileNameOf(enrollment, 'mobileconfig'),
    mediaType: 'application/x-apple-aspen-config',
    content: Buffer.from(content),
  };
}

function clientConfiguration({ profile, username }: Enrollment, authorities: readonly Payload[]): Payload {
  const isTunnel = profile.eapType !== 'EAP-TLS';
  return {
    AcceptEAPTypes: [eapNumbers[profile.eapType]],
    TLSTrustedServerNames: [...profile.serverNames],
    PayloadCertificateAnchorUUID: authorities.map(({ PayloadUUID }) => PayloadUUID),
    TLSMinimumVersion: '1.2',
    ...(username ? { UserName: username } : {}),
    ...(isTunnel && profile.anonymousIdentity ? { OuterIdentity: profile.anonymousIdentity } : {}),
    ...(profile.eapType === 'EAP-TTLS' ? { TTLSInnerAuthentication: profile.innerMethod ?? 'PAP' } : {}),
  };
}

function payload(enrollment: Enrollment, type: string, part: string, content: Payload): Payload {
  return {
    PayloadType: type,
    PayloadVersion: 1,
    PayloadIdentifier: part === 'profile' ? `usher.${enrollment.profile.id}` : `usher.${enrollment.profile.id}.${part}`,
    PayloadUUID: enrollment.idOf(part).toUpperCase(),
    ...content,
  };
}
