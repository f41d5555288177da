import { createHash } from 'node:crypto';
import type { Enrollment, ProfileFile } from './enrollment.js';
import { fileNameOf } from './enrollment.js';
import { type XmlElement, xmlElement, xmlDocument } from './xml.js';
import { domainOf } from './profile.js';

const subscription = 'urn:wfa:mo:hotspot2dot0-perprovidersubscription:1.0';

/**
 * A Passpoint subscription with its certificate: https://source.android.com/docs/core/connect/wifi-passpoint Android
 * finds the network by its home domain, not by its SSID, and accepts servers whose name ends in it. Served over HTTPS
 * with the media type and Content-Transfer-Encoding: base64, it opens the device's own installer.
 */
export function passpoint(enrollment: Enrollment & Required<Pick<Enrollment, 'identity'>>): ProfileFile {
  const boundary = `usher-${enrollment.idOf('passpoint')}`;
  const parts = [
    part('application/x-passpoint-profile', xmlDocument(managementTree(enrollment))),
    // The installer takes one authority: that of today's server.
    part('application/x-x509-ca-cert', enrollment.authorities[0]),
    part('application/x-pkcs12', enrollment.identity.container),
  ];
  const text = [
    `Content-Type: multipart/mixed; boundary=${boundary}`,
    'Content-Transfer-Encoding: base64',
    '',
    ...parts.flatMap((lines) => [`--${boundary}`, ...lines]),
    `--${boundary}--`,
    '',
  ].join('\r\n');
  return {
    fileName: fileNameOf(enrollment, 'config'),
    mediaType: 'application/x-wifi-config',
    content: Buffer.from(Buffer.from(text).toString('base64')),
  };
}

function part(mediaType: string, content: Buffer): string[] {
  return [`Content-Type: ${mediaType}`, 'Content-Transfer-Encoding: base64', '', content.toString('base64')];
}

/** Only the domain may name the network; the certificate is identified by its fingerprint. */
function managementTree({
  profile,
  organizationName,
  identity,
}: Enrollment & Required<Pick<Enrollment, 'identity'>>): XmlElement {
  const domain = domainOf(profile);
  return xmlElement('MgmtTree', { xmlns: 'syncml:dmddf1.2' }, [
    xmlElement('VerDTD', '1.2'),
    xmlElement('Node', [
      xmlElement('NodeName', 'PerProviderSubscription'),
      xmlElement('RTProperties', [xmlElement('Type', [xmlElement('DDFName', subscription)])]),
      node('i001', [
        node('HomeSP', [leaf('FriendlyName', organizationName), leaf('FQDN', domain)]),
        node('Credential', [
          leaf('Realm', domain),
          node('DigitalCertificate', [
            leaf('CertificateType', 'x509v3'),
            leaf('CertSHA256Fingerprint', createHash('sha256').update(identity.certificate).digest('hex')),
          ]),
        ]),
      ]),
    ]),
  ]);
}

function node(name: string, children: readonly XmlElement[]): XmlElement {
  return xmlElement('Node', [xmlElement('NodeName', name), ...children]);
}

function leaf(name: string, value: string): XmlElement {
  return xmlElement('Node', [xmlElement('NodeName', name), xmlElement('Value', value)]);
}
