/** DER as text, RFC 7468: 64 characters a line. */
export function pem(label: 'CERTIFICATE' | 'X509 CRL', der: ArrayBuffer | Uint8Array): string {
  const lines = Buffer.from(new Uint8Array(der))
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
