import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { smtpAt } from '../console/alerts/alert-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { Lobby } from '../people/lobby.js';
import { axeFindings } from '../portal/axe-findings.js';
import { missingPackages } from '../radius/around.js';
import { buildPages, consoleWorld, type ConsoleWorld, inBrowser, password } from './console-world.js';
import { expectNoFindings } from './page-check.js';

const withRadius = missingPackages().length > 0 && !process.env.CI ? describeNothing : inBrowser;

const filteredByName = (path: string, name: string) =>
  `${path}?filter=${encodeURIComponent(JSON.stringify({ name: { eq: name } }))}`;

withRadius('those who run it, in the console', () => {
  let lobby: Lobby;
  let world: ConsoleWorld;

  beforeAll(async () => {
    await buildPages();
    // Nothing is sent: that a server is set is what the set-up asks.
    lobby = await Lobby.open({}, { smtp: smtpAt(1) });
    world = await consoleWorld(lobby.house.world);
    await world.operator('anna@example.com');
  });
  afterAll(async () => {
    await world?.browser.close();
    await lobby?.close();
  });

  test('the set-up follows what happens in the house, and leaves the navigation when all is done', async () => {
    const page = await world.signedIn('anna@example.com', '/console/setup');
    const steps = page.getByRole('list', { name: 'Set-up' }).getByRole('listitem');
    const step = (title: string) => steps.filter({ has: page.getByRole('heading', { name: title }) });
    await step('A network').getByText('Done').waitFor();
    await step('A mail server').getByText('Done').waitFor();
    await step('A device opened a portal').getByText('Optional').waitFor();
    for (const title of ['An access point has connected', 'Somebody has been online', 'A second operator'])
      await step(title).getByText('Open').waitFor();
    await expectNoFindings(page);
    await lobby.checkIn('101', 'Adler', '101-adler');
    await lobby.tries('101-adler', 'wrong', '02-00-00-00-00-11');
    await step('An access point has connected').getByText('Done').waitFor();
    await step('Somebody has been online').getByText('Open').waitFor();
    await lobby.joins('s1', '101-adler', 'adler-101', '02-00-00-00-00-11');
    await step('Somebody has been online').getByText('Done').waitFor();
    await step('A connection has reported people').getByText('Done').waitFor();
    // The hotel system says Vienna, the organization nothing.
    await step('Time zone').getByText('Open').waitFor();
    await step('Time zone').getByRole('link', { name: 'Set the time zone' }).click();
    const house = page.getByRole('dialog');
    await house.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Vienna');
    await page.getByRole('option', { name: 'Europe/Vienna' }).click();
    await house.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('row', { name: /Europe\/Vienna/ }).waitFor();
    await page.goto(`http://127.0.0.1:${world.port}/console/setup`);
    await step('Time zone').getByText('Done').waitFor();
    const navigation = page.getByRole('navigation').getByRole('link', { name: 'Set-up' });
    await navigation.waitFor();
    await step('A second operator').getByRole('link', { name: 'Invite operator' }).click();
    await page.getByRole('dialog', { name: 'New operator' }).waitFor();
    await page.goBack();
    await world.operator('bela@example.com');
    await page.getByText('All set').waitFor();
    await navigation.waitFor({ state: 'detached' });
    const { token } = await world.keyWith(['networks:read']);
    const some = await world.made(200, 'GET', '/setup', { token });
    expect(some.points.map(({ step }: { step: string }) => step)).toEqual(['network', 'access_point']);
    expect(some.hidden_steps).toContain('second_operator');
    await page.context().close();
  });

  test('who may see a part of the set-up only is told which part she does not see', async () => {
    const role = { name: 'Access points', permissions: ['networks:read'] };
    const { id: roleId } = await world.made(201, 'POST', '/roles', { body: role });
    await world.operator('cable@example.com', { roleId });
    const page = await world.signedIn('cable@example.com', '/console/setup');
    await page.getByText('Every step that your role can view is done.').waitFor();
    await page.getByText(/^Your role does not include: .*A second operator/).waitFor();
    expect(await page.getByText('All set').count()).toBe(0);
    await page.context().close();
  });

  test('a role is made of words, given with an invitation, and says what it sees and who has it', async () => {
    const page = await world.signedIn('anna@example.com', '/console/roles');
    await page.getByRole('row', { name: /Owner Everything Built-in/ }).waitFor();
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Add a role' }).click();
    const form = page.getByRole('dialog', { name: 'New role' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Night desk');
    for (const area of ['Guests at reception', 'Operators', 'Roles', 'API keys'])
      await form.getByRole('checkbox', { name: `${area}: view` }).press('Space');
    for (const area of ['Operators', 'API keys', 'Roles'])
      await form.getByRole('checkbox', { name: `${area}: edit` }).press('Space');
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const role = page.getByRole('dialog', { name: 'Night desk' });
    await role.getByText('Administration: Operators, Roles, API keys').waitFor();
    await role.getByText('API keys: none').waitFor();
    const { roles } = (await world.made(200, 'GET', filteredByName('/roles', 'Night desk')))._embedded;
    expect(roles[0].permissions.toSorted()).toEqual([
      'guests:read', 'keys:read', 'keys:write', 'operators:read', 'operators:write', 'roles:read', 'roles:write',
    ]); // prettier-ignore

    await page.goto(page.url().replace(/roles.*/, 'operators'));
    await page.getByRole('button', { name: 'Invite operator' }).click();
    const invitation = page.getByRole('dialog', { name: 'New operator' });
    await invitation.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora');
    await invitation.getByRole('textbox', { name: 'E-mail address' }).fill('nora@example.com');
    await invitation.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Night desk' }).click();
    await invitation.getByRole('button', { name: 'Save', exact: true }).click();
    const nora = page.getByRole('dialog', { name: 'Nora', exact: true });
    const link = nora.getByRole('status').locator('pre');
    const first = await link.textContent();
    await nora.getByText('Invited; the link expires').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await nora.getByRole('button', { name: 'Invite again' }).click();
    await link.filter({ hasNotText: first ?? '' }).waitFor();
    const token = (await link.textContent())?.split('#')[1];
    await world.made(200, 'POST', '/invitations/accept', { body: { token, password } });
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('row', { name: /Nora nora@example.com Night desk Can sign in none/ }).waitFor();
    await expectNoFindings(page);
    await page.context().close();
  });

  test('nobody is offered more than she may give, nor power over those who may more', async () => {
    const page = await world.signedIn('nora@example.com', '/console/operators');
    await page.getByRole('button', { name: 'anna' }).click();
    const anna = page.getByRole('dialog', { name: 'anna' });
    await anna.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    expect(await anna.getByRole('button', { name: /Block|Sign out|Delete|Invite|Save/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Invite operator' }).click();
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Night desk' }).waitFor();
    expect(await page.getByRole('option').allTextContents()).toEqual(['Night desk']);
    await page.goto(page.url().replace(/operators.*/, 'roles?id=new'));
    const form = page.getByRole('dialog', { name: 'New role' });
    await form.getByRole('checkbox', { name: 'Guests at reception: view' }).waitFor();
    expect(await form.getByRole('checkbox', { name: 'Guests at reception: edit' }).count()).toBe(0);
    expect(await form.getByText('Webhooks').count()).toBe(0);
    await page.context().close();
  });

  test('an operator is signed out everywhere, blocked, and deleted', async () => {
    const { operators } = (await world.made(200, 'GET', filteredByName('/operators', 'Nora')))._embedded;
    const hers = await world.made(201, 'POST', '/sessions', { body: { email: 'nora@example.com', password } });
    const body = { name: 'Door script', permissions: ['guests:read'] };
    await world.made(201, 'POST', '/keys', { token: hers.token, body });
    const page = await world.signedIn('anna@example.com', `/console/operators?id=${operators[0].id}`);
    const nora = page.getByRole('dialog', { name: 'Nora', exact: true });
    await nora.getByRole('link', { name: '1 API key was made by her' }).waitFor();
    await nora.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText('Nora was signed out everywhere.').waitFor();
    expect((await world.ask('GET', '/sessions/current', { token: hers.token })).status).toBe(401);
    await nora.getByRole('button', { name: 'Block' }).click();
    await nora.getByText('Blocked: can no longer sign in.').waitFor();
    const refused = await world.ask('POST', '/sessions', { body: { email: 'nora@example.com', password } });
    expect(refused.status).toBe(401);
    await nora.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete Nora?' }).getByRole('button', { name: 'Delete' }).click();
    await nora.waitFor({ state: 'detached' });
    expect((await world.ask('GET', `/operators/${operators[0].id}`)).status).toBe(404);
    await page.goto(page.url().replace(/operators.*/, `keys?q=made_by_id:${operators[0].id}`));
    await page.getByRole('row', { name: /^Door script .* Nora / }).waitFor();
    await page.context().close();
  });

  test('a key is shown once, does what it may and no more, and is revoked by its name', async () => {
    const page = await world.signedIn('anna@example.com', '/console/keys');
    await page.getByRole('button', { name: 'Add a key' }).click();
    const form = page.getByRole('dialog', { name: 'New key' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Door');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('give role_id or permissions').waitFor();
    await form.getByRole('checkbox', { name: 'Vouchers: view' }).press('Space');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const door = page.getByRole('dialog', { name: 'Door', exact: true });
    const token = (await door.getByRole('status').locator('pre').textContent()) ?? '';
    expect(await axeFindings(page)).toEqual([]);
    expect((await world.ask('GET', '/vouchers', { token })).status).toBe(200);
    expect((await world.ask('GET', '/users', { token })).status).toBe(403);
    await door.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Reception' }).click();
    await door.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).last().waitFor();
    await eventually('it may', async () => (await world.ask('GET', '/users', { token })).status === 200);
    // The stream of changes tells of it before the answer comes.
    await page.route(/\/keys\/[^/?]+$/, async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      const listed = page.waitForResponse((answer) => answer.url().includes('/keys?'));
      const answer = await route.fetch();
      await listed;
      await route.fulfill({ response: answer });
    });
    await door.getByRole('button', { name: 'Revoke' }).click();
    const question = page.getByRole('dialog', { name: 'Revoke Door?' });
    await question.getByLabel('Type Door to confirm').fill('Door');
    await question.getByRole('button', { name: 'Revoke' }).click();
    await door.waitFor({ state: 'detached' });
    expect((await world.ask('GET', '/users', { token })).status).toBe(401);
    await expectNoFindings(page);
    await page.context().close();
  });
});

function describeNothing(): void {
  test.skip('for want of FreeRADIUS', () => undefined);
}
