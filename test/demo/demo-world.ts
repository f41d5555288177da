import { call as callApi, type RunningService } from '../e2e/service.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { MewsSimulator } from '../simulators/mews/mews-simulator.js';
import { DemoOffice } from './demo-office.js';
import type { DemoView } from './demo-view.js';
import { DemoPortal } from './demo-portal.js';
import { DemoWifi } from './demo-wifi.js';

export interface DemoUser {
  readonly id: string;
  readonly username: string;
  readonly disabled: 0 | 1;
  readonly table_id: string | null;
  readonly valid_until: string | null;
}

/** What the acts of the day have to do with: two hotels, a company, the API, and a clock for how long things took. */
export interface DemoWorld {
  readonly service: RunningService;
  readonly view: DemoView;
  readonly lindenhof: SimulatedHotel;
  readonly seeblick: MewsSimulator;
  readonly fiasConnection: string;
  readonly mewsConnection: string;
  readonly office: DemoOffice;
  /** Null where FreeRADIUS and a supplicant are not installed. */
  readonly wifi: DemoWifi | null;
  readonly portal: DemoPortal;
  users(): Promise<DemoUser[]>;
  user(username: string): Promise<DemoUser | undefined>;
  /** Waits for the account to be on (or off), says how long it took; a problem when it does not within `seconds`. */
  expectUser(username: string, wanted: 'on' | 'off' | 'absent', seconds?: number): Promise<string[]>;
  expect(what: string, condition: () => Promise<boolean>, seconds?: number): Promise<string[]>;
  api(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Record<string, unknown> & { _embedded?: Record<string, Record<string, unknown>[]> }>;
  summary(): string[];
  close(): Promise<void>;
}

const webhookToken = 'demo-webhook-token-0123';

/** Opens both hotels and connects them, as an operator would: with two calls of the API. */
export async function openDemo(
  service: RunningService,
  view: DemoView,
  environment: Record<string, string>,
): Promise<DemoWorld> {
  const lindenhof = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  for (const [index, lastName] of [
    'Huber',
    'García',
    'Müller',
    'Rossi',
    'Dubois',
    'Kowalski',
    'Jensen',
    'Silva',
    'Novák',
    'de Vries',
    'Иванова',
    'Papadopoulos',
    'Şahin',
    'Sørensen',
  ].entries()) {
    lindenhof.checkIn({ room: String(201 + index), lastName, firstName: 'Alex' });
  }
  await lindenhof.start();
  const seeblick = await MewsSimulator.start({ name: 'Hotel Seeblick', rooms: ['11', '12', '14'] });
  view.say(
    `Hotel Lindenhof speaks FIAS on port ${lindenhof.port}; Hotel Seeblick is behind the Mews API at ${seeblick.url}.`,
  );

  const latencies: number[] = [];
  const api: DemoWorld['api'] = async (method, path, body) => {
    const answer = await callApi(service.url, service.token, method, path, body);
    if (answer.status >= 400)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const fias = await api('POST', '/connections', {
    name: 'Hotel Lindenhof front desk',
    connector: 'fias',
    settings: {
      host: '127.0.0.1',
      port: lindenhof.port,
      time_zone: 'Europe/Vienna',
      check_out_time: '11:00',
      site: 'lindenhof',
    },
    target: { console: 'built-in' },
    access: { preset: 'hotel-enterprise' },
    safety: { max_removals: 5, max_removals_percent: 10 },
    enabled: true,
  });
  const mews = await api('POST', '/connections', {
    name: 'Hotel Seeblick',
    connector: 'mews',
    settings: { base_url: seeblick.url },
    secrets: { client_token: seeblick.clientToken, access_token: seeblick.accessToken, webhook_token: webhookToken },
    target: { console: 'built-in' },
    access: { preset: 'hotel-enterprise', username: 'seeblick-{{ room }}-{{ last_name | ascii | downcase }}' },
    enabled: true,
  });
  const hook = `${service.url}/hooks/${String(mews.id)}/${webhookToken}`;
  seeblick.postWebhooksTo({ url: hook, lagMilliseconds: 100, duplicated: true, shuffled: true });

  const office = await DemoOffice.open(api, service);
  view.say('Contoso hires over SCIM, its warehouse sends files, its reception signs visitors in with Envoy.');

  if (DemoWifi.missing.length > 0)
    view.say(`No real Wi-Fi login in this demo: ${DemoWifi.missing.join(', ')} not installed.`);
  const wifi = DemoWifi.missing.length > 0 ? null : await DemoWifi.open(api, service, environment);
  const portal = await DemoPortal.open(api, service, wifi);

  const users = async () => {
    const found: DemoUser[] = [];
    for (let page = 1; ; page += 1) {
      const body = await api('GET', `/users?page=${page}&page_size=100`);
      found.push(...((body._embedded?.users ?? []) as unknown as DemoUser[]));
      if (page >= Number(body.page_count)) return found;
    }
  };
  const user: DemoWorld['user'] = async (username) => {
    const body = await api('GET', `/users?filter[username]=${encodeURIComponent(username)}`);
    return (body._embedded?.users as unknown as DemoUser[] | undefined)?.[0];
  };
  const expect: DemoWorld['expect'] = async (what, condition, seconds = 10) => {
    const deadline = performance.now() + seconds * 1000;
    while (!(await condition())) {
      if (performance.now() > deadline) return [`not so within ${seconds} s: ${what}`];
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
    return [];
  };
  const refresh = setInterval(() => void show(users, api, view).catch(() => undefined), 700);
  return {
    service,
    view,
    lindenhof,
    seeblick,
    office,
    wifi,
    portal,
    users,
    user,
    expect,
    api,
    fiasConnection: String(fias.id),
    mewsConnection: String(mews.id),
    expectUser: async (username, wanted, seconds = 10) => {
      const started = performance.now();
      const problems = await expect(
        `${username} is ${wanted}`,
        async () => {
          const found = await user(username);
          return wanted === 'absent' ? !found : found !== undefined && found.disabled === (wanted === 'on' ? 0 : 1);
        },
        seconds,
      );
      const took = performance.now() - started;
      if (problems.length === 0) {
        if (wanted !== 'absent') latencies.push(took);
        view.say(`${username}: ${wanted} after ${Math.round(took)} ms`);
      }
      return problems;
    },
    summary: () => {
      const sorted = latencies.toSorted((one, other) => one - other);
      return [
        "From the front desk's or the directory's message to the account: median " +
          `${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, ` +
          `longest ${Math.round(sorted.at(-1) ?? 0)} ms (${sorted.length} waits).`,
      ];
    },
    close: async () => {
      clearInterval(refresh);
      portal.close();
      await wifi?.close();
      await lindenhof.stop();
      await seeblick.stop();
      await office.close();
    },
  };
}

async function show(users: () => Promise<DemoUser[]>, api: DemoWorld['api'], view: DemoView): Promise<void> {
  const groups = new Map(
    ((await api('GET', '/user-groups'))._embedded?.user_groups ?? []).map(({ id, name }) => [String(id), String(name)]),
  );
  view.show(
    (await users()).map(({ username, disabled, table_id, valid_until }) => ({
      username,
      isOn: disabled === 0,
      group: groups.get(table_id ?? '') ?? '',
      until: valid_until ? `until ${valid_until.slice(0, 16).replace('T', ' ')}` : '',
    })),
  );
}
