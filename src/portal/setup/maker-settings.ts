import type { GatewayVendor } from '../../console/gateways/gateway-vendors.js';

/**
 * The kind of a setting: the portal does not know `radius_server` and `shared_secret`, so their value is null; `value`
 * is entered as it is.
 */
export const settingKinds = [
  'portal_address',
  'portal_host',
  'walled_garden',
  'radius_server',
  'shared_secret',
  'value',
] as const;
export type SettingKind = (typeof settingKinds)[number];

/** One setting of the gateway, by the maker's name for it. */
export interface MakerSetting {
  readonly name: string;
  readonly kind: SettingKind;
  readonly value: string | null;
}

/** The portal's address, and what guests must reach before they are in. */
export interface PortalPlace {
  readonly address: string;
  readonly hosts: readonly string[];
}

/** As in docs/portal-gateways.md, make by make. */
export function makerSettings(vendor: GatewayVendor, place: PortalPlace): readonly MakerSetting[] {
  const url = new URL(place.address);
  const address = (name: string) => ({ name, kind: 'portal_address' as const, value: place.address });
  const host = (name: string) => ({ name, kind: 'portal_host' as const, value: url.hostname });
  const garden = (name: string) => ({ name, kind: 'walled_garden' as const, value: place.hosts.join(', ') });
  const radius = (name: string) => ({ name, kind: 'radius_server' as const, value: null });
  const secret = (name: string) => ({ name, kind: 'shared_secret' as const, value: null });
  const fixed = (name: string, value: string) => ({ name, kind: 'value' as const, value });
  switch (vendor) {
    case 'coova':
      return [
        address('uamserver'),
        secret('uamsecret'),
        garden('uamallowed'),
        radius('radiusserver1'),
        fixed('coaport', '3799'),
      ];
    case 'mikrotik':
      return [
        fixed('/ip hotspot profile set', 'use-radius=yes login-by=http-pap'),
        radius('/radius add service=hotspot address='),
        fixed('/radius incoming set', 'accept=yes port=3799'),
        ...place.hosts.map((each) => ({ ...garden('/ip hotspot walled-garden add dst-host='), value: each })),
        fixed('hotspot/login.html', mikrotikPage(place.address)),
      ];
    case 'cisco':
      return [
        address('Layer 3 Security › Web Policy › External Webauth URL'),
        garden('Pre-authentication ACL, URL filter'),
        radius('AAA › RADIUS › Authentication, Accounting'),
        fixed('AAA › RADIUS › RFC 3576 (CoA)', 'on'),
      ];
    case 'cisco-cwa':
      return [
        fixed('WLAN › Security', 'MAC filtering, AAA override, NAC state RADIUS'),
        garden('Redirect ACL (redirect_acl of the gateway)'),
        radius('AAA › RADIUS › Authentication, Accounting'),
        fixed('AAA › RADIUS › RFC 3576 (CoA)', 'on'),
      ];
    case 'aruba-roles':
      return [
        address('Captive portal profile of captive_role › Login page'),
        garden('Captive portal profile › Allow list'),
        radius('AAA profile › MAC authentication, accounting'),
        fixed('AAA profile › RFC 3576 server', 'on'),
      ];
    case 'aruba':
      return [
        host('External captive portal › IP or hostname'),
        fixed('External captive portal › URL', url.pathname),
        fixed('External captive portal › Port', url.port || (url.protocol === 'http:' ? '80' : '443')),
        garden('Walled garden'),
        radius('Authentication server'),
        fixed('Authentication server › RFC 3576', 'on'),
      ];
    case 'fortinet':
      return [
        address('SSID › Captive Portal › External'),
        radius('User group › RADIUS server'),
        garden('Policy with captive-portal-exempt enable'),
      ];
    case 'cambium':
      return [
        address('Guest Access › External Hotspot › External page'),
        garden('Guest Access › Whitelist'),
        radius('RADIUS server'),
        fixed('RADIUS › Dynamic Authorization', 'on'),
      ];
    case 'extreme':
      return [address('Captive web portal › External › Login URL'), garden('Walled garden'), radius('RADIUS server')];
    case 'ruckus':
      return [
        address('Hotspot service › Login page › External'),
        garden('Walled garden'),
        radius('Authentication server, accounting server'),
      ];
    case 'ruckus-smartzone':
      return [
        address('WLAN › Hotspot (WISPr) › Logon URL › External'),
        garden('Hotspot (WISPr) › Walled garden'),
        radius('Authentication service, accounting service'),
        secret('Administration › External Services › WISPr Northbound Interface'),
      ];
    case 'meraki':
      return [
        address('Splash page › Custom splash URL'),
        garden('Walled garden ranges'),
        radius('Sign-on with my RADIUS server'),
      ];
    case 'opennds':
      return [
        host('fasremotefqdn'),
        fixed('fasport', url.port || (url.protocol === 'http:' ? '80' : '443')),
        fixed('faspath', url.pathname),
        fixed('fas_secure_enabled', '1'),
        secret('faskey'),
        garden('walledgarden_fqdn_list'),
      ];
    case 'unifi':
      return [host('Hotspot › Landing Page › External Portal Server'), garden('Hotspot › Authorization Access')];
    case 'generic':
      return [address('Login page, external'), garden('Walled garden'), radius('RADIUS server')];
    case 'omada':
      return [address('Portal › External Portal Server › URL'), garden('Access Control › Pre-Authentication Access')];
  }
}

/** Replaces the router's own page, which would keep guests on the router. */
function mikrotikPage(address: string): string {
  const names = ['mac', 'ip', 'link-login-only', 'link-orig', 'error', 'chap-id', 'chap-challenge', 'identity'];
  const fields = [...names, 'server-name'].map((name) => `<input type="hidden" name="${name}" value="$(${name})">`);
  return [
    `<form name="go" action="${address}" method="get">`,
    ...fields,
    '<button>Continue to Wi-Fi</button></form><script>document.go.submit()</script>',
  ].join('\n');
}
