/** How a network lets people in, as far as a QR code can express it. */
export const networkSecurities = ['open', 'psk', 'eap-peap', 'eap-ttls', 'eap-tls'] as const;
export type NetworkSecurity = (typeof networkSecurities)[number];

export interface CodedNetwork {
  readonly ssid: string;
  readonly security: NetworkSecurity;
  /** One password for everybody. */
  readonly passphrase?: string | null;
}

/**
 * Text of a QR code by which a phone joins:
 * https://github.com/zxing/zxing/wiki/Barcode-Contents#wi-fi-network-config-android-ios-11. Null where no code can say
 * it: certificates, or what is needed is not known. Android reads the form for 802.1X, iOS does not.
 *
 * Values that look like hexadecimal are not put in quotes, as that page asks: phones take the quotes for part of the
 * name.
 */
export function wifiCode(
  { ssid, security, passphrase }: CodedNetwork,
  account: { readonly username: string | null; readonly password: string | null },
): string | null {
  if (ssid === '') return null;
  if (security === 'open') return `WIFI:T:nopass;S:${escaped(ssid)};;`;
  if (security === 'psk') return passphrase ? `WIFI:T:WPA;S:${escaped(ssid)};P:${escaped(passphrase)};;` : null;
  if (security === 'eap-tls' || !account.username || !account.password) return null;
  const [method, inner] = security === 'eap-peap' ? ['PEAP', 'MSCHAPV2'] : ['TTLS', 'PAP'];
  return (
    `WIFI:T:WPA2-EAP;S:${escaped(ssid)};E:${method};PH2:${inner};` +
    `I:${escaped(account.username)};P:${escaped(account.password)};;`
  );
}

function escaped(value: string): string {
  return value.replaceAll(/[\\;,":]/g, (character) => `\\${character}`);
}
