import type { GatewayVendor } from '../../../console/gateways/gateway-vendors.js';
import { coova } from './coova.js';
import type { Filling, Maker } from './maker.js';
import { mikrotik } from './mikrotik.js';
import { opennds } from './opennds.js';

const username: Filling = { own: 'username' };
const ticket: Filling = { own: 'ticket' };
const returnUrl: Filling = { own: 'returnUrl' };
const web = [
  [443, 'https'],
  [80, 'http'],
] as const;
const sent = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { sent: name }]));

/** Local web authentication of AireOS and of the 9800. Without `buttonClicked` it shows the page again. */
const cisco: Maker = {
  tells: { clientMac: ['client_mac'], accessPointMac: ['ap_mac'], ssid: ['wlan'], wantedUrl: ['redirect'] },
  problem: {
    in: 'statusCode',
    words: [
      [/^1$/, 'already_in'],
      [/^2$/, 'gateway_fault'],
      [/^3$/, 'in_use'],
      [/^4$/, 'blocked'],
      [/^5$/, 'refused'],
    ],
    otherwise: null,
  },
  logins: [
    {
      hostIn: ['switch_url'],
      ports: web,
      path: '/login.html',
      method: 'post',
      fields: { username, password: ticket, buttonClicked: '4', err_flag: '0', redirect_url: returnUrl },
    },
  ],
  proof: 'gateway',
};

/** Instant, Instant On (`post` instead of `switchip`) and controllers. */
const aruba: Maker = {
  tells: {
    clientMac: ['mac'],
    clientAddress: ['ip'],
    accessPointMac: ['apmac'],
    ssid: ['essid', 'network'],
    nasId: ['apname', 'vcname'],
    wantedUrl: ['url'],
  },
  problem: { in: 'errmsg', words: [[/^\s*$/, null]], otherwise: 'refused' },
  logins: [
    {
      hostIn: ['switchip', 'post'],
      ports: web,
      path: '/cgi-bin/login',
      method: 'post',
      fields: { cmd: 'authenticate', user: username, password: ticket, url: returnUrl },
    },
  ],
  proof: 'gateway',
};

/** Central web authentication: RADIUS makes the redirect (radius.portal_attributes), and proves it. */
const ciscoCwa: Maker = {
  tells: { clientMac: ['mac'], wantedUrl: ['redirect'] },
  logins: [],
  hidden: ['proof'],
  // The proof is checked when the guest is let in.
  proof: 'none',
};

/** Its captive role leads to the portal, as with its own login page. */
const arubaRoles: Maker = { tells: aruba.tells, logins: [], proof: 'none' };

/** `magic` names the guest to the FortiGate, and does not live long. */
const fortinet: Maker = {
  tells: {
    clientMac: ['usermac'],
    clientAddress: ['userip'],
    accessPointMac: ['apmac'],
    ssid: ['ssid'],
    nasId: ['apname'],
  },
  logins: [
    {
      hostIn: ['post'],
      ports: [
        [1003, 'https'],
        [1000, 'http'],
      ],
      path: '/fgtauth',
      method: 'post',
      fields: { magic: { sent: 'magic' }, username, password: ticket },
    },
  ],
  hidden: ['magic'],
  proof: 'gateway',
};

const cambiumWords = [
  'ga_ssid',
  'ga_ap_mac',
  'ga_nas_id',
  'ga_srvr',
  'ga_cmac',
  'ga_cip',
  'ga_Qv',
  'ga_orig_url',
] as const;

/** Takes back everything that it told, with the name and the password beside it. */
const cambium: Maker = {
  tells: {
    clientMac: ['ga_cmac'],
    clientAddress: ['ga_cip'],
    accessPointMac: ['ga_ap_mac'],
    ssid: ['ga_ssid'],
    nasId: ['ga_nas_id'],
    wantedUrl: ['ga_orig_url'],
  },
  problem: { in: 'ga_error_code', words: [[/^0?$/, null]], otherwise: 'refused' },
  logins: [
    {
      hostIn: ['ga_srvr'],
      ports: [
        [880, 'http'],
        [444, 'https'],
      ],
      path: '/cgi-bin/hotspot_login.cgi',
      method: 'post',
      fields: { ...sent(...cambiumWords), ga_user: username, ga_pass: ticket },
    },
  ],
  hidden: ['ga_Qv'],
  proof: 'gateway',
};

/** HiveOS, now IQ Engine: its login stands at a fixed address, usually 1.1.1.1, that the redirect does not tell. */
const extreme: Maker = {
  tells: {
    clientMac: ['Calling-Station-Id'],
    clientAddress: ['STA-IP'],
    ssid: ['ssid'],
    nasId: ['RADIUS-NAS-IP'],
    wantedUrl: ['destination_url'],
  },
  logins: [
    {
      hostIn: [],
      ports: [
        [80, 'http'],
        [443, 'https'],
      ],
      path: '/reg.php',
      method: 'post',
      fields: { ...sent('url', 'ssid'), username, password: ticket, autherr: '0', Submit2: 'Submit' },
    },
  ],
  proof: 'gateway',
};

/** ZoneDirector and Unleashed. */
const ruckus: Maker = {
  tells: {
    clientMac: ['client_mac'],
    clientAddress: ['uip'],
    accessPointMac: ['mac'],
    ssid: ['ssid'],
    nasId: ['dn'],
    wantedUrl: ['url'],
  },
  logins: [
    {
      hostIn: ['sip'],
      ports: [
        [9997, 'http'],
        [9998, 'https'],
      ],
      path: '/login',
      method: 'post',
      fields: { ip: { sent: 'uip' }, username, password: ticket },
    },
  ],
  proof: 'gateway',
};

/** What its cloud signed in the path and the query (`mauth`) goes back as it came. */
const signedByMeraki = /^\/splash\/[\w./-]*$/;

/** Sign-on splash asks RADIUS; click-through takes a guest whom we send, for as long as we say. */
const meraki: Maker = {
  tells: {
    clientMac: ['client_mac'],
    clientAddress: ['client_ip'],
    accessPointMac: ['ap_mac', 'node_mac'],
    nasId: ['ap_name', 'node_id'],
    wantedUrl: ['continue_url', 'user_continue_url'],
  },
  problem: { in: 'error_message', words: [[/^\s*$/, null]], otherwise: 'refused' },
  logins: [
    {
      hostIn: ['login_url'],
      ports: [[443, 'https']],
      path: signedByMeraki,
      method: 'post',
      fields: { username, password: ticket, success_url: returnUrl },
    },
    {
      hostIn: ['base_grant_url'],
      ports: [[443, 'https']],
      path: signedByMeraki,
      method: 'get',
      fields: { continue_url: returnUrl, duration: { own: 'seconds' } },
      isWithoutRadius: true,
      longestSeconds: 4 * 3600,
    },
  ],
  hidden: ['login_url', 'base_grant_url'],
  // Its click-through asks nobody who the device is.
  proof: 'none',
};

/** Of its controller's hotspot; the site stands in the path that it calls (src/portal/visit/unifi.controller.ts). */
const unifi: Maker = {
  tells: { clientMac: ['id'], accessPointMac: ['ap'], ssid: ['ssid'], wantedUrl: ['url'] },
  logins: [],
  site: { in: 'site', usual: 'default' },
  // The controller lets in only who is at one of its access points; which of them this is, nobody checks.
  proof: 'none',
};

/** Redirects of its access points, and of its gateways. */
const omada: Maker = {
  tells: {
    clientMac: ['clientMac'],
    clientAddress: ['clientIp'],
    accessPointMac: ['apMac', 'gatewayMac'],
    ssid: ['ssidName'],
    wantedUrl: ['redirectUrl'],
  },
  logins: [],
  site: { in: 'site' },
  toldAgain: ['radioId', 'vid'],
  proof: 'none',
};

/** Uses its northbound interface; the device's address may be encrypted (`ENC…`). */
const smartzone: Maker = {
  tells: {
    clientMac: ['client_mac'],
    clientAddress: ['uip'],
    accessPointMac: ['mac'],
    ssid: ['ssid'],
    nasId: ['wlanName'],
    wantedUrl: ['url'],
  },
  logins: [],
  site: { in: 'zoneName' },
  proof: 'none',
};

/** Facts of each: `docs/gateway-sources.md` names the makers' pages. */
export const makers: Readonly<Record<Exclude<GatewayVendor, 'generic'>, Maker>> = {
  coova,
  mikrotik,
  cisco,
  'cisco-cwa': ciscoCwa,
  aruba,
  'aruba-roles': arubaRoles,
  fortinet,
  cambium,
  extreme,
  ruckus,
  'ruckus-smartzone': smartzone,
  meraki,
  opennds,
  unifi,
  omada,
};
