import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { usherWorld, type UsherWorld } from '../api/usher-world.js';

let world: UsherWorld;
let slug: string;
beforeAll(async () => {
  world = await usherWorld();
  const network = await world.made(201, 'POST', '/networks', { body: { name: 'Guests' } });
  const fields = { name: 'Linde', methods: ['voucher'], network_id: network.id, theme: { title: 'Grüezi 你好' } };
  ({ slug } = await world.made(201, 'POST', '/captive-portals', { body: fields }));
  const gateway = { name: 'Lobby', network_id: network.id, vendor: 'ruckus', login_hosts: ['10.4.0.1:9997'] };
  await world.made(201, 'POST', '/gateways', { body: gateway });
});
afterAll(async () => {
  await world.close();
});

const words = (device: string, ssid = 'Guest') => new URLSearchParams({ sip: '10.4.0.1', client_mac: device, ssid });
const ask = (query: URLSearchParams | string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${world.port}/p/${slug}?${query}`, init);
const fieldOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

test('each guest has the page with her own words, whole and as long as it says', async () => {
  const states = new Set<string>();
  for (const device of ['aabbcc112233', 'aabbcc445566']) {
    const answer = await ask(words(device));
    const bytes = Buffer.from(await answer.arrayBuffer());
    const html = bytes.toString('utf8');
    expect([answer.status, Number(answer.headers.get('content-length'))]).toEqual([200, bytes.length]);
    expect(html).toContain('<h1>Grüezi 你好</h1>');
    expect(html).toMatch(/<\/html>\s*$/);
    expect(html).toContain(`client_mac=${device}&amp;ssid=Guest&amp;lang=de"`);
    const nonce = /<style nonce="([^"]+)"/.exec(html)?.[1] ?? 'none';
    expect(answer.headers.get('content-security-policy')).toContain(`style-src 'nonce-${nonce}'`);
    expect(answer.headers.get('content-security-policy')).toContain('http://10.4.0.1:9997');
    states.add(fieldOf(html, 'state'));
  }
  expect(states.size).toBe(2);
});

test('what a redirect says cannot become part of the page', async () => {
  const hostile = `"><script>alert('é')</script>&amp;`;
  const html = await (await ask(`${words('aabbcc112233', hostile)}&x="><script>é</script>&y=%00%`)).text();
  expect(html).not.toMatch(/<script|alert\('/);
  expect(html).toContain('y=%25&amp;lang=de"');
});

test('HEAD tells the length of the page and nothing more', async () => {
  const page = await ask(words('aabbcc112233'));
  const head = await ask(words('aabbcc112233'), { method: 'HEAD', headers: { 'if-none-match': '*' } });
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const name of ['content-length', 'content-type', 'cache-control', 'vary', 'x-frame-options'])
    expect([name, head.headers.get(name)]).toEqual([name, page.headers.get(name)]);
});

test('a form of the page is taken, with the words that led to it', async () => {
  const html = await (await ask(words('aabbcc112233'))).text();
  const body = new URLSearchParams({ state: fieldOf(html, 'state'), by: 'voucher', code: '' });
  const answer = await ask('lang=en', { method: 'POST', body });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('client_mac=aabbcc112233');
});
