import { createCipheriv, createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { GatewayAdmission, NextStep } from '../contract/gateway.js';
import { stepTo } from '../next-step.js';
import { toldBy, redirectValuesOf } from '../redirect.js';
import { isSignedByChilli } from './coova.js';
import { makers } from './makers.js';

const now = Date.parse('2026-05-14T13:00:00Z');
const admission: GatewayAdmission = {
  registrationId: 'r',
  username: 'stay-204',
  ticket: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  mac: 'aa:bb:cc:00:11:22',
  endsAt: '2026-05-14T15:00:00.000Z',
  returnUrl: 'https://wifi.example.com/p/lindenhof/status',
};

function sent(
  vendor: keyof typeof makers,
  query: string,
  loginHosts: string[],
  words: Record<string, string> = {},
): NextStep {
  const maker = makers[vendor];
  const values = redirectValuesOf(maker, new URLSearchParams(query));
  const opened = maker.unpack ? maker.unpack(values, words)?.values : values;
  if (!opened) throw new Error('not unpacked');
  return stepTo(maker, opened, { loginHosts, words }, admission, now);
}

function told(vendor: keyof typeof makers, query: string) {
  return toldBy(makers[vendor], redirectValuesOf(makers[vendor], new URLSearchParams(query)));
}

const name = { username: 'stay-204', password: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' };

/** As the makers document their redirects; the form that their documents ask for in return. */
const redirects: readonly [keyof typeof makers, string, string[], NextStep][] = [
  [
    'mikrotik',
    'mac=AA%3ABB%3ACC%3A00%3A11%3A22&ip=10.5.50.9&username=&link-login-only=http%3A%2F%2F10.5.50.1%2Flogin' +
      '&link-orig=http%3A%2F%2Fneverssl.com%2F&chap-id=&chap-challenge=&identity=Lobby&error=&server-name=hs1',
    ['10.5.50.1'],
    {
      kind: 'post',
      leadsAnywhere: false,
      url: 'http://10.5.50.1/login',
      fields: { ...name, dst: admission.returnUrl, popup: 'false' },
    },
  ],
  [
    'cisco',
    'switch_url=https://192.0.2.1/login.html&ap_mac=00:11:22:33:44:50&client_mac=aa:bb:cc:00:11:22' +
      '&wlan=Guest&redirect=www.example.com/',
    ['192.0.2.1'],
    {
      kind: 'post',
      leadsAnywhere: false,
      url: 'https://192.0.2.1/login.html',
      fields: { ...name, buttonClicked: '4', err_flag: '0', redirect_url: admission.returnUrl },
    },
  ],
  [
    'aruba',
    'cmd=login&mac=aa:bb:cc:00:11:22&ip=10.1.1.9&essid=Guest&apname=ap-1&apmac=00:11:22:33:44:50&vcname=hotel' +
      '&switchip=securelogin.arubanetworks.com&url=http%3A%2F%2Fexample.com%2F',
    ['securelogin.arubanetworks.com'],
    {
      kind: 'post',
      leadsAnywhere: false,
      url: 'https://securelogin.arubanetworks.com/cgi-bin/login',
      fields: { cmd: 'authenticate', user: name.username, password: name.password, url: admission.returnUrl },
    },
  ],
  [
    'aruba',
    'cmd=login&mac=aa:bb:cc:00:11:22&network=Guest&post=https%3A%2F%2Fcaptive-2022.aio.cloudauth.net%2Fcgi-bin%2Flogin',
    ['captive-2022.aio.cloudauth.net'],
    {
      kind: 'post',
      leadsAnywhere: false,
      url: 'https://captive-2022.aio.cloudauth.net/cgi-bin/login',
      fields: { cmd: 'authenticate', user: name.username, password: name.password, url: admission.returnUrl },
    },
  ],
  [
    'fortinet',
    'login&post=https://10.10.10.1:1003/fgtauth&magic=040c0d0f8a7b&usermac=aa:bb:cc:00:11:22&apmac=00:11:22:33:44:50' +
      '&apip=10.0.0.2&userip=10.10.10.9&ssid=Guest&apname=ap-1&bssid=00:11:22:33:44:51',
    ['10.10.10.1'],
    {
      kind: 'post',
      leadsAnywhere: true,
      url: 'https://10.10.10.1:1003/fgtauth',
      fields: { ...name, magic: '040c0d0f8a7b' },
    },
  ],
  [
    'cambium',
    'ga_ssid=Guest&ga_ap_mac=00-11-22-33-44-50&ga_nas_id=ap-1&ga_srvr=10.2.0.1&ga_cmac=AA-BB-CC-00-11-22' +
      '&ga_cip=10.2.0.9&ga_Qv=abc%3D&ga_orig_url=http%3A%2F%2Fexample.com%2F',
    ['10.2.0.1'],
    {
      kind: 'post',
      leadsAnywhere: true,
      url: 'http://10.2.0.1:880/cgi-bin/hotspot_login.cgi',
      fields: {
        ga_ssid: 'Guest',
        ga_ap_mac: '00-11-22-33-44-50',
        ga_nas_id: 'ap-1',
        ga_srvr: '10.2.0.1',
        ga_cmac: 'AA-BB-CC-00-11-22',
        ga_cip: '10.2.0.9',
        ga_Qv: 'abc=',
        ga_orig_url: 'http://example.com/',
        ga_user: name.username,
        ga_pass: name.password,
      },
    },
  ],
  [
    'extreme',
    'RADIUS-NAS-IP=10.3.0.2&Calling-Station-Id=aabbcc001122&STA-IP=10.3.0.9&ssid=Guest' +
      '&destination_url=http%3A%2F%2Fexample.com%2F&url=http%3A%2F%2F1.1.1.1%2Fgrant',
    ['1.1.1.1'],
    {
      kind: 'post',
      leadsAnywhere: true,
      url: 'http://1.1.1.1/reg.php',
      fields: { ...name, url: 'http://1.1.1.1/grant', ssid: 'Guest', autherr: '0', Submit2: 'Submit' },
    },
  ],
  [
    'ruckus',
    'sip=10.4.0.1&mac=001122334450&client_mac=aabbcc001122&uip=10.4.0.9&lid=&dn=zd&url=http%3A%2F%2Fexample.com' +
      '&ssid=Guest&loc=&vlan=1',
    ['10.4.0.1'],
    { kind: 'post', leadsAnywhere: true, url: 'http://10.4.0.1:9997/login', fields: { ...name, ip: '10.4.0.9' } },
  ],
  [
    'meraki',
    'login_url=https%3A%2F%2Fn143.network-auth.com%2Fsplash%2Flogin%3Fmauth%3DMMNpFV%2526x&continue_url=http%3A%2F%2F' +
      'example.com&ap_mac=00%3A18%3A0a%3A00%3A00%3A01&ap_name=lobby&client_mac=aa%3Abb%3Acc%3A00%3A11%3A22',
    ['n143.network-auth.com'],
    {
      kind: 'post',
      leadsAnywhere: false,
      url: 'https://n143.network-auth.com/splash/login?mauth=MMNpFV%26x',
      fields: { ...name, success_url: admission.returnUrl },
    },
  ],
  [
    'meraki',
    'base_grant_url=https%3A%2F%2Fn143.network-auth.com%2Fsplash%2Fgrant&user_continue_url=http%3A%2F%2Fexample.com' +
      '&node_id=149&node_mac=00%3A18%3A0a%3A00%3A00%3A01&gateway_id=149&client_ip=10.6.0.9' +
      '&client_mac=aa%3Abb%3Acc%3A00%3A11%3A22',
    ['n143.network-auth.com'],
    {
      kind: 'get',
      url:
        'https://n143.network-auth.com/splash/grant?continue_url=' +
        'https%3A%2F%2Fwifi.example.com%2Fp%2Flindenhof%2Fstatus&duration=7200',
    },
  ],
];

test.each(redirects)('%s: its redirect %s is answered as the maker says', (vendor, query, hosts, step) => {
  expect(sent(vendor, query, hosts)).toEqual(step);
  expect(told(vendor, query).clientMac).toBe('aa:bb:cc:00:11:22');
});

describe('coova', () => {
  const challenge = '0123456789abcdef0123456789abcdef';
  const query =
    `res=notyet&uamip=10.1.0.1&uamport=3990&challenge=${challenge}&called=00-11-22-33-44-55&mac=AA-BB-CC-00-11-22` +
    '&ip=10.1.0.9&nasid=lobby&sessionid=5f1&userurl=http%3A%2F%2Fexample.com%2F%3Fa%3Db';

  /** The other side, from chilli.conf(5): what the gateway makes of the password. */
  function unfolded(hex: string, secret: string): string {
    const start = Buffer.from(challenge, 'hex');
    const key = secret ? createHash('md5').update(start).update(secret).digest() : start;
    const bytes = [...Buffer.from(hex, 'hex')].map((byte, index) => byte ^ key[index % 16]);
    return Buffer.from(bytes).toString();
  }

  test.each(['', 'a shared word'])('the gateway reads the password that is folded with "%s"', (secret) => {
    const step = sent('coova', query, ['10.1.0.1'], secret ? { uamsecret: secret } : {});
    if (step.kind !== 'get') throw new Error(step.kind);
    const url = new URL(step.url);
    expect(url.origin + url.pathname).toBe('http://10.1.0.1:3990/logon');
    expect(url.searchParams.get('username')).toBe('stay-204');
    expect(url.searchParams.get('userurl')).toBe(admission.returnUrl);
    expect(unfolded(url.searchParams.get('password') ?? '', secret)).toBe(admission.ticket);
    expect(step.url).not.toContain(admission.ticket);
  });

  test('without a challenge nothing is sent', () => {
    for (const wrong of ['', 'zz', `${challenge}00`])
      expect(() => sent('coova', query.replace(challenge, wrong), ['10.1.0.1'])).toThrow('no challenge');
  });

  test('a signed address is known by its end, and no other is', () => {
    const address = `https://wifi.example.com/p/lindenhof?${query}`;
    const sum = createHash('md5').update(`${address}secret`).digest('hex').toUpperCase();
    expect(isSignedByChilli(`${address}&md=${sum}`, 'secret')).toBe(true);
    for (const [wrong, secret] of [
      [`${address}&md=${sum}`, 'other'],
      [`${address.replace('AA-BB', 'AA-BC')}&md=${sum}`, 'secret'],
      [`${address}&md=${sum}&mac=aa:aa:aa:aa:aa:aa`, 'secret'],
      [address, 'secret'],
      [`${address}&md=`, 'secret'],
    ])
      expect([wrong, isSignedByChilli(wrong, secret)]).toEqual([wrong, false]);
  });

  test.each([
    ['notyet', null],
    ['failed', 'refused'],
    ['reject', 'refused'],
    ['already', 'already_in'],
    ['success', 'already_in'],
    ['logoff', 'logged_off'],
    ['<script>', null],
  ])('res=%s is %s', (res, problem) => {
    expect(told('coova', `res=${encodeURIComponent(res)}`).problem).toBe(problem);
  });
});

test('mikrotik that wants CHAP gets the hash over the bytes that its octal signs mean', () => {
  const id = '\\371';
  const challenge = '\\357\\015a\\330';
  const query = new URLSearchParams({
    'link-login-only': 'http://10.5.50.1/login',
    'chap-id': id,
    'chap-challenge': challenge,
  });
  const step = sent('mikrotik', query.toString(), ['10.5.50.1']);
  const expected = createHash('md5')
    .update(Buffer.from([0o371]))
    .update(admission.ticket)
    .update(Buffer.from([0o357, 0o15, 0x61, 0o330]))
    .digest('hex');
  expect(step).toMatchObject({ fields: { password: expected } });
});

test.each([
  ['', null],
  ['invalid username or password', 'refused'],
  ['RADIUS server is not responding', 'gateway_fault'],
  ['no more sessions are allowed for user "x"', 'in_use'],
])('mikrotik: error "%s" is %s', (error, problem) => {
  expect(told('mikrotik', new URLSearchParams({ error }).toString()).problem).toBe(problem);
});

test.each([
  ['1', 'already_in'],
  ['2', 'gateway_fault'],
  ['3', 'in_use'],
  ['4', 'blocked'],
  ['5', 'refused'],
  ['9', null],
])('cisco: statusCode %s is %s', (code, problem) => {
  expect(told('cisco', `statusCode=${code}`).problem).toBe(problem);
});

describe('opennds', () => {
  const text =
    'hid=5f2b, clientip=10.66.0.9, clientmac=aa:bb:cc:00:11:22, client_type=cpd_can, gatewayname=Lobby%20Wi-Fi, ' +
    'version=9.10.0, gatewayaddress=10.66.0.1:2050, gatewaymac=001122334455, originurl=http%3a%2f%2fexample.com, ';
  const token = createHash('sha256').update('5f2ba shared key').digest('hex');
  const step = {
    kind: 'get',
    url: `http://10.66.0.1:2050/opennds_auth/?tok=${token}&redir=${encodeURIComponent(admission.returnUrl)}`,
  };

  test('level 1: base64', () => {
    const query = `fas=${Buffer.from(text).toString('base64')}`;
    expect(sent('opennds', query, ['10.66.0.1'], { faskey: 'a shared key' })).toEqual(step);
  });

  test('level 2: encrypted with the shared key as PHP does it', () => {
    const iv = '0123456789abcdef';
    const key = Buffer.alloc(32);
    key.write('a shared key');
    const cipher = createCipheriv('aes-256-cbc', key, Buffer.from(iv));
    const inner = Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
    const query = new URLSearchParams({ fas: Buffer.from(inner).toString('base64'), iv }).toString();
    expect(sent('opennds', query, ['10.66.0.1'], { faskey: 'a shared key' })).toEqual(step);
    const values = redirectValuesOf(makers.opennds, new URLSearchParams(query));
    expect(makers.opennds.unpack?.(values, { faskey: 'a shared key' })?.proof).toBe('signed');
    expect(makers.opennds.unpack?.(values, { faskey: 'another key' })).toBeUndefined();
    expect(makers.opennds.unpack?.(values, {})).toBeUndefined();
  });

  test('what is no redirect of it is none', () => {
    for (const fas of ['', '%%%', Buffer.from('clientip=1').toString('base64'), 'x'.repeat(1999)])
      expect(makers.opennds.unpack?.({ fas }, { faskey: 'k' })).toBeUndefined();
  });
});
