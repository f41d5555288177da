import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JsonBody } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { withFreeRadius } from '../radius/served-radius.js';
import { Lobby } from './lobby.js';

withFreeRadius('the timeline of a person', () => {
  let lobby: Lobby;
  let reservation: string;
  let subjectId: string;

  const timeline = (path: string, query = ''): Promise<JsonBody> => lobby.get(`${path}/timeline?${query}`);
  const kinds = (entries: JsonBody[]) => entries.map(({ lane, kind }) => `${lane} ${kind}`);

  beforeAll(async () => {
    lobby = await Lobby.open({ ends: { after_check_out_seconds: 3600 }, delete_after_seconds: 86_400 });
    reservation = await lobby.checkIn('412', 'Nováková', '412-novakova');
    const { _embedded } = await lobby.get(`/connections/${lobby.house.connectionId}/subjects`);
    subjectId = _embedded.subjects[0].id;
  });
  afterAll(() => lobby?.close());

  test('has what was said, what followed, who signed in, and what is to come', async () => {
    await lobby.tries('412-novakova', 'forgotten', 'AA-BB-CC-00-00-01');
    await lobby.joins('s-1', '412-novakova', 'novakova-412', 'AA-BB-CC-00-00-01');
    const { past, to_come: toCome, lanes, hidden_lanes: hidden } = await timeline(`/subjects/${subjectId}`);
    expect([lanes.length, hidden]).toEqual([7, []]);
    expect(kinds(past)).toEqual(
      expect.arrayContaining([
        'sessions online',
        'logins accepted',
        'logins rejected',
        'account create_user',
        'facts check_in',
        'facts first_heard',
        'facts message',
      ]),
    );
    const at = past.map((entry: JsonBody) => entry.at);
    expect(at).toEqual([...at].sort().reverse());
    const of = (kind: string) => past.find((entry: JsonBody) => entry.kind === kind);
    expect(of('rejected')).toMatchObject({ reason: 'wrong_password', resource: 'logins' });
    expect(of('create_user').params).toMatchObject({
      account: '412-novakova',
      cause: expect.stringMatching(/^event:/),
    });
    expect(of('message').resource_id).toBe(of('create_user').params.cause.slice('event:'.length));
    expect(of('online')).toMatchObject({ until: null, params: { mac: 'aa:bb:cc:00:00:01' } });

    const [subject] = (await lobby.get(`/connections/${lobby.house.connectionId}/subjects`))._embedded.subjects;
    const [entitlement] = (await lobby.get(`/subjects/${subjectId}`)).entitlements;
    const deletedAt = new Date(Date.parse(entitlement.valid_until) + 86_400_000).toISOString();
    const planned = toCome.filter(({ lane }: JsonBody) => lane !== 'sessions');
    expect(planned.map(({ lane, kind, reason, at: when }: JsonBody) => [lane, kind, reason, when])).toEqual([
      ['facts', 'departure', 'planned', subject.facts.departure_at],
      ['entitlement', 'access_ends', 'departure', entitlement.valid_until],
      ['account', 'account_disabled', 'access_ends', entitlement.valid_until],
      ['account', 'account_deleted', 'kept_time_over', deletedAt],
    ]);
    // In whole seconds, as an access point counts.
    const ends = toCome.find(({ kind }: JsonBody) => kind === 'session_ends').at;
    expect(Math.abs(Date.parse(ends) - Date.parse(entitlement.valid_until))).toBeLessThanOrEqual(1000);
  });

  test('is read page by page into the past and back again, each entry once', async () => {
    const path = `/subjects/${subjectId}`;
    const all = (await timeline(path)).past.map(({ id }: JsonBody) => id);
    const seen: string[] = [];
    let page = await timeline(path, 'page_size=2');
    for (;;) {
      seen.push(...page.past.map(({ id }: JsonBody) => id));
      if (!page._links.next) break;
      page = await lobby.get(page._links.next.href);
      expect(page.to_come).toEqual([]);
    }
    expect(seen).toEqual(all);
    const back: string[] = page.past.map(({ id }: JsonBody) => id);
    while (page._links.prev) {
      page = await lobby.get(page._links.prev.href);
      back.unshift(...page.past.map(({ id }: JsonBody) => id));
    }
    expect(back).toEqual(all);
    expect(page.to_come.length).toBeGreaterThan(0);
    const some = await timeline(path, 'lanes=logins,sessions');
    expect(new Set(some.past.map(({ lane }: JsonBody) => lane))).toEqual(new Set(['logins', 'sessions']));
    for (const query of ['lanes=colours', 'before=x', 'before=2026-01-01,x', 'page_size=0', 'page_size=101'])
      expect([query, (await lobby.house.world.ask('GET', `${path}/timeline?${query}`)).status]).toEqual([query, 400]);
  });

  test('after an early check-out, the grace and the deletion are to come, and no departure', async () => {
    lobby.hotel.checkOut(reservation);
    const path = `/subjects/${subjectId}`;
    await eventually('the check-out has arrived', async () => (await lobby.get(path)).state === 'gone');
    const { past, to_come: toCome } = await timeline(path);
    expect(kinds(past)).toEqual(expect.arrayContaining(['facts gone', 'facts check_out']));
    expect(
      toCome
        .filter(({ lane }: JsonBody) => lane !== 'sessions')
        .map(({ kind }: JsonBody) => kind)
        .sort(),
    ).toEqual(['account_deleted', 'account_disabled', 'grace_ends']);
    const grace = toCome.find(({ kind }: JsonBody) => kind === 'grace_ends');
    expect(grace).toMatchObject({ reason: 'left', params: { offset_seconds: 3600 } });
  });

  test('a room move does not change where somebody is said to have checked in', async () => {
    const moving = await lobby.checkIn('501', 'Dvořák', '501-dvorak');
    lobby.hotel.move(moving, '502');
    const of502 = async () => (await lobby.get('/users?filter[username]=502-dvorak'))._embedded.users[0];
    await eventually('the account has moved', async () => (await of502()) !== undefined);
    const user = await of502();
    const { past, to_come: toCome } = await timeline(`/users/${user.id}`);
    const facts = [...past, ...toCome].filter(({ kind, lane }: JsonBody) => lane === 'facts' && kind !== 'message');
    expect(facts.map(({ kind, params }: JsonBody) => [kind, params.room, params.status])).toEqual([
      ['first_heard', undefined, undefined],
      ['check_in', undefined, undefined],
      ['departure', '502', 'in_house'],
    ]);
  });

  test('of a user made by hand it has who changed what, and when the account ends', async () => {
    const { id } = await lobby.made('/users', {
      username: 'anna',
      password: 'Sommer 2026!',
      valid_until: '2036-05-16T09:00:00.000Z',
    });
    await lobby.house.world.made(200, 'PATCH', `/users/${id}`, { body: { comment: 'Spa' } });
    const { past, to_come: toCome } = await timeline(`/users/${id}`);
    expect(kinds(past)).toEqual(['account user_update', 'account user_create']);
    expect(past[0]).toMatchObject({ reason: 'key', params: { fields: ['comment'] }, resource: 'audit' });
    expect(toCome).toMatchObject([
      { lane: 'account', kind: 'account_ends', reason: 'valid_until', at: '2036-05-16T09:00:00.000Z' },
    ]);
    const found = (await lobby.get('/users?filter[username]=412-novakova'))._embedded.users[0].id;
    const bound = await timeline(`/users/${found}`);
    expect(kinds(bound.past)).toContain('facts check_in');
    expect(kinds(bound.to_come)).not.toContain('account account_ends');
  });

  test('whoever may not read the records does not see their lanes, and a stranger sees nothing', async () => {
    const { world } = lobby.house;
    const { token } = await world.keyWith(['users:read']);
    const { id } = (await lobby.get('/users?filter[username]=412-novakova'))._embedded.users[0];
    const answer = await world.ask('GET', `/users/${id}/timeline`, { token });
    expect(answer.body).toMatchObject({
      lanes: ['account'],
      hidden_lanes: ['facts', 'entitlement', 'sessions', 'logins', 'deliveries', 'portal'],
    });
    const shown = [...answer.body.past, ...answer.body.to_come].map(({ lane }: JsonBody) => lane);
    expect(new Set(shown)).toEqual(new Set(['account']));
    const stranger = await world.organization('Other house');
    for (const path of [`/users/${id}`, `/subjects/${subjectId}`])
      expect((await world.ask('GET', `${path}/timeline`, { token: stranger.token })).status).toBe(404);
  });

  test('a refused login is explained: the gate that closed, a remedy that works, and what would be now', async () => {
    const { id: userId } = await lobby.made('/users', {
      username: 'late',
      password: 'Sommer 2026!',
      valid_until: '2026-01-01T00:00:00Z',
    });
    const mac = 'AA-BB-CC-00-00-07';
    for (let tries = 0; tries < 3; tries += 1) await lobby.tries('late', 'Sommer 2026!', mac);
    const { rows } = (await lobby.get('/reports/13?filter[username]=late'))._embedded;
    expect(rows).toMatchObject([{ username: 'late', mac: 'aa:bb:cc:00:00:07', reason: 'expired', rejected: 3 }]);
    const [{ login_id: loginId }] = rows;
    const path = `/logins/${loginId}/explanation`;
    const explained = await lobby.get(path);
    expect(explained).toMatchObject({ outcome: 'rejected', reason: 'expired', user_id: userId, repeats: { count: 3 } });
    expect(explained.gates.filter(({ state }: JsonBody) => state === 'closed')).toEqual([
      { gate: 'account', state: 'closed', reason: 'expired' },
    ]);
    expect(explained.now).toMatchObject({ decision: 'deny', reason: 'expired' });
    const [remedy] = explained.remedies;
    expect(remedy).toEqual({ code: 'extend', call: `PATCH /users/${userId}`, fields: ['valid_until'], params: {} });
    const [method, where] = remedy.call.split(' ');
    await lobby.house.world.made(200, method, where, { body: { [remedy.fields[0]]: '2036-01-01T00:00:00Z' } });
    const after = await lobby.get(path);
    expect(after).toMatchObject({ reason: 'expired', now: { decision: 'permit' } });
    expect(after.now.radius.map(({ attribute }: JsonBody) => attribute)).toContain('Session-Timeout');
    expect((await lobby.tries('late', 'Sommer 2026!', mac)).packet).toBe('Access-Accept');
  });

  test('the remedy names the connection that looks after an account', async () => {
    await lobby.tries('412-novakova', 'forgotten', 'AA-BB-CC-00-00-08');
    const { rows } = (await lobby.get('/reports/13?filter[mac]=aabbcc000008'))._embedded;
    const { remedies } = await lobby.get(`/logins/${rows[0].login_id}/explanation`);
    expect(remedies).toMatchObject([
      { code: 'check_password', call: null },
      { code: 'new_password', fields: ['password'], params: { connection: 'Front desk' } },
    ]);
    const stranger = await lobby.house.world.organization('House of others');
    const answer = await lobby.house.world.ask('GET', `/logins/${rows[0].login_id}/explanation`, {
      token: stranger.token,
    });
    expect(answer.status).toBe(404);
  });
});
