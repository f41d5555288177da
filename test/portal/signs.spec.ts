import { afterAll, beforeAll, expect, test } from '@jest/globals';
import QRCode from 'qrcode';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { Pdf } from '../console/pdf.js';

let world: UsherWorld;
let made = 0;
beforeAll(async () => {
  world = await usherWorld();
});
afterAll(async () => {
  await world.close();
});

async function portal(
  more: object = {},
  ssid: string | null = 'Lindenhof Guest',
): Promise<{ id: string; slug: string }> {
  made += 1;
  const { id: networkId } = await world.made(201, 'POST', '/networks', { body: { name: `Guests ${made}`, ssid } });
  const body = { name: `Lobby ${made}`, slug: `lobby-${made}`, network_id: networkId, ...more };
  return (await world.made(201, 'POST', '/captive-portals', { body })) as { id: string; slug: string };
}

async function file(path: string, token = world.token): Promise<{ type: string | null; bytes: Buffer }> {
  const answer = await fetch(`http://127.0.0.1:${world.port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
}

const svgOf = (text: string) => QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M' });
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const joining = 'WIFI:T:nopass;S:Lindenhof Guest;;';

test('a sign has house, network and address, in the languages of the portal', async () => {
  const { id, slug } = await portal({ languages: ['de', 'cs'] });
  const { name } = await world.made(200, 'GET', `/organizations/${world.organizationId}`);
  const { type, bytes } = await file(`/captive-portals/${id}/sign.pdf`);
  const { pages, text } = new Pdf(bytes);
  expect([type, pages]).toEqual(['application/pdf', 1]);
  const words = [
    String(name),
    'Wi-Fi: Lindenhof Guest',
    `127.0.0.1:${world.port}/p/${slug}`,
    'Scannen Sie',
    'Naskenujte',
  ];
  for (const word of words) expect(text).toContain(word);
  expect(text).not.toContain('Scan the code');
  expect(new Pdf((await file(`/captive-portals/${id}/sign.pdf?layout=a5`)).bytes).pages).toBe(1);
  const { text: history } = await world.ask('GET', '/audit?filter[resource]=captive-portals&filter[action]=download');
  expect(history).toContain('"layout":"a5"');
});

test('a portal in every language has a sign of one page', async () => {
  const { id } = await portal({}, 'Ein Name von genau 32 Zeichen!!!');
  expect(
    (await world.ask('PUT', `/captive-portals/${id}/logo`, { body: dot, headers: { 'content-type': 'image/png' } }))
      .status,
  ).toBe(200);
  const { pages, text } = new Pdf((await file(`/captive-portals/${id}/sign.pdf`)).bytes);
  expect(pages).toBe(1);
  for (const word of ['Scan the code', 'Scannez', 'Escanee', 'Scansioni', 'Zeskanuj', 'Naskenujte', '请扫描二维码'])
    expect(text).toContain(word);
});

test('a sign says it in Japanese and Arabic, of a network in Korean', async () => {
  const { id } = await portal({ languages: ['ja', 'ar'] }, '호텔 손님');
  const { pages, text, drawn } = new Pdf((await file(`/captive-portals/${id}/sign.pdf`)).bytes);
  expect(pages).toBe(1);
  for (const words of ['Wi-Fi: 호텔 손님', 'コードを読み取るか', 'امسحوا الرمز']) expect(text).toContain(words);
  expect(text).not.toContain('Scan the code');
  expect(drawn.map(({ outlines }) => outlines.length > 5)).toEqual([true, true, true]);
});

test.each([
  ['PNG', dot, 1],
  [
    'SVG, which no PDF holds',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>'),
    0,
  ],
])('a logo as %s', async (_, picture, drawn) => {
  const { id } = await portal();
  const { status } = await world.ask('PUT', `/captive-portals/${id}/logo`, {
    body: picture,
    headers: { 'content-type': 'image/png' },
  });
  expect(status).toBe(200);
  const { bytes } = await file(`/captive-portals/${id}/sign.pdf`);
  const pictures = [...bytes.toString('latin1').matchAll(/\/Subtype \/Image\b/g)].length;
  expect([new Pdf(bytes).pages, Math.min(pictures, 1)]).toEqual([1, drawn]);
});

test('its QR code joins the network, or leads to the page', async () => {
  const { id, slug } = await portal();
  const page = `http://127.0.0.1:${world.port}/p/${slug}`;
  const svg = await file(`/captive-portals/${id}/code.svg`);
  expect([svg.type, svg.bytes.toString()]).toEqual([expect.stringContaining('image/svg+xml'), await svgOf(joining)]);
  expect((await file(`/captive-portals/${id}/code.svg?of=address`)).bytes.toString()).toBe(await svgOf(page));
  const png = await file(`/captive-portals/${id}/code.png?of=wifi`);
  expect(png.type).toBe('image/png');
  expect(png.bytes.equals(await QRCode.toBuffer(joining, { width: 800, errorCorrectionLevel: 'M' }))).toBe(true);
});

test('where the network has no name the code leads to the page, and a code to join is refused', async () => {
  const { id, slug } = await portal({}, null);
  const page = `http://127.0.0.1:${world.port}/p/${slug}`;
  expect((await file(`/captive-portals/${id}/code.svg`)).bytes.toString()).toBe(await svgOf(page));
  expect((await world.ask('GET', `/captive-portals/${id}/code.svg?of=wifi`)).status).toBe(409);
  expect(new Pdf((await file(`/captive-portals/${id}/sign.pdf`)).bytes).text).not.toContain('Wi-Fi:');
});

test('a network with a passphrase is joined by it, which nobody is told who may only read', async () => {
  const { id, slug } = await portal({}, 'Lindenhof Guest');
  const network = { ssid: 'Lindenhof Guest', security: 'psk' };
  await world.made(200, 'PATCH', '/delivery-settings', { body: { network, secrets: { passphrase: 'edelweiss' } } });
  const own = (await file(`/captive-portals/${id}/code.svg`)).bytes.toString();
  expect(own).toBe(await svgOf('WIFI:T:WPA;S:Lindenhof Guest;P:edelweiss;;'));
  const { token } = await world.keyWith(['captive-portals:read']);
  const read = (await file(`/captive-portals/${id}/code.svg`, token)).bytes.toString();
  expect(read).toBe(await svgOf(`http://127.0.0.1:${world.port}/p/${slug}`));
});
