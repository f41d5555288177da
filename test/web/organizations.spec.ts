import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { axeFindings } from '../portal/axe-findings.js';
import { consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

inBrowser('organizations in the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
    await world.operator('anna@example.com');
  });
  afterAll(() => world?.close());

  test('a house is added, says how long what is kept and that two approve; it goes when it is empty', async () => {
    const page = await world.signedIn('anna@example.com', '/console/organizations');
    await page.getByRole('button', { name: 'Add an organization' }).click();
    const form = page.getByRole('dialog', { name: 'New organization' });
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Seehof');
    await form.getByRole('combobox', { name: 'Time zone' }).fill('Vienna');
    await page.getByRole('option', { name: 'Europe/Vienna' }).click();
    await form.getByLabel('Audit').fill('7');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    expect(await form.getByLabel('Audit').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('Audit').fill('730');
    await form.getByLabel('Sessions and data').fill('30');
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const seehof = page.getByRole('dialog', { name: 'Seehof' });
    await seehof.getByRole('switch', { name: 'Require two approvals' }).press('Space');
    await seehof.getByLabel('Sessions and data').fill('');
    await seehof.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('row', { name: /Seehof .* Europe\/Vienna approved by two operators OK/ }).waitFor();
    const [made] = (await world.made(200, 'GET', '/organizations?filter[name]=Seehof'))._embedded.organizations;
    expect(made).toMatchObject({
      time_zone: 'Europe/Vienna',
      runs_need_two: 1,
      retention: { audit_log_days: 730 },
      parent_id: world.organizationId,
    });
    expect(made.retention).toEqual({ audit_log_days: 730 });
    await page.keyboard.press('Escape');
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Seehof' }).click();
    await seehof.getByRole('button', { name: 'Switch to Seehof' }).click();
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    expect(new URL(page.url()).searchParams.get('org')).toBe(made.id);
    // What a colleague copies into a shell acts for the same house.
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Show as curl' }).click();
    const call = page.getByRole('dialog', { name: 'Show as curl' }).locator('pre').first();
    expect((await call.innerText()).toLowerCase()).toContain(`x-organization-id: ${made.id}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Show as curl' }).waitFor({ state: 'hidden' });
    const group = { headers: { 'x-organization-id': made.id }, body: { name: 'Guests' } };
    const { id: groupId } = await world.made(201, 'POST', '/user-groups', group);
    await page.goto(`http://127.0.0.1:${world.port}/console/organizations?id=${made.id}`);
    await seehof.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Seehof?' });
    await question.getByRole('textbox').fill('Seehof');
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.getByText(/it holds 1 user group/).waitFor();
    await world.made(204, 'DELETE', `/user-groups/${groupId}`, { headers: { 'x-organization-id': made.id } });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Seehof', exact: true }).waitFor({ state: 'detached' });
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test("nothing of one house is shown under another's address, whatever led there; their figures follow", async () => {
    const { id } = await world.made(201, 'POST', '/organizations', { body: { name: 'Strandhof' } });
    await world.made(201, 'POST', '/user-groups', { body: { name: 'Of the partner' } });
    const group = { headers: { 'x-organization-id': id }, body: { name: 'Of the house' } };
    await world.made(201, 'POST', '/user-groups', group);
    const page = await world.signedIn('anna@example.com', '/console/user-groups');
    const names = () => page.getByRole('table', { name: 'Groups' }).getByRole('button').allTextContents();
    const groups = page.getByRole('link', { name: 'Groups', exact: true });
    await page.getByRole('button', { name: 'Of the partner' }).waitFor();
    await page.getByRole('link', { name: 'Now', exact: true }).click();
    await page.getByRole('table', { name: 'Organizations' }).getByRole('link', { name: 'Strandhof' }).click();
    await page.waitForURL(new RegExp(`/now\\?org=${id}$`));
    await page.getByRole('table', { name: 'Organizations' }).waitFor({ state: 'detached', timeout: 8_000 });
    await groups.click();
    await page.getByRole('button', { name: 'Of the house' }).waitFor();
    expect(await names()).not.toContain('Of the partner');
    await page.goBack();
    await page.waitForURL(new RegExp(`/now\\?org=${id}$`));
    await page.goBack();
    await page.waitForURL(/\/now$/);
    await world.made(200, 'PATCH', `/organizations/${id}`, { body: { name: 'Strandhof am Meer' } });
    await page.getByRole('link', { name: 'Strandhof am Meer' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Of the partner' }).waitFor();
    expect(await names()).not.toContain('Of the house');
    expect(page.complaints).toEqual([]);
    await page.context().close();
    await world.made(204, 'DELETE', `/user-groups/${(await only(id)).id}`, { headers: { 'x-organization-id': id } });
    await world.made(204, 'DELETE', `/organizations/${id}`);
  });

  const only = async (organization: string) => {
    const asked = { headers: { 'x-organization-id': organization } };
    return (await world.made(200, 'GET', '/user-groups', asked))._embedded.user_groups[0];
  };
});
