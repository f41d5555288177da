import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { inBrowser as whereABrowserIs } from '../browser/in-browser.js';
import { launchBrowser } from '../browser/installed-browser.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { patienceSeconds } from '../kernel/manual-clock.js';

/** `describe` where a browser is there. */
export const inBrowser = whereABrowserIs('the console in a browser');

export const password = 'a long enough password';
const ownerRoleId = '00000000-0000-7000-8000-000000000101';

export interface ConsoleWorld extends UsherWorld {
  readonly browser: Browser;
  /** An operator who has accepted her invitation; `token`: who invites her. Without a role, an owner. */
  operator(email: string, options?: { readonly roleId?: string; readonly token?: string }): Promise<void>;
  /** A browser of its own in which nobody has signed in. */
  anybody(options?: BrowserContextOptions): Promise<ConsolePage>;
  /** A browser of its own with a session of this operator, at this address of the console. */
  signedIn(email: string, path?: string, options?: BrowserContextOptions): Promise<ConsolePage>;
}

export type ConsolePage = Page & {
  /** What the browser complained of: refused by the policy, thrown by a script. */
  readonly complaints: string[];
};

let built: Promise<unknown> | undefined;

/** A service reads its pages as it starts: they are built before. */
export async function buildPages(): Promise<void> {
  await (built ??= promisify(execFile)(process.execPath, ['config/tools/build-once.mjs']));
}

/** The service with its pages, and a browser; `existing`: a service that was started after `buildPages`. */
export async function consoleWorld(existing?: UsherWorld): Promise<ConsoleWorld> {
  await buildPages();
  const settings = { rateLimitPerMinute: 0, consoleRateLimitPerMinute: 0 };
  const world = existing ?? (await usherWorld({ settings }));
  const browser = await launchBrowser();
  const operator: ConsoleWorld['operator'] = async (email, { roleId = ownerRoleId, token } = {}) => {
    const invited = await world.made(201, 'POST', '/operators', {
      body: { email, name: email.split('@')[0], role_id: roleId },
      ...(token === undefined ? {} : { token }),
    });
    const accepted = { token: invited.invitation_token, password };
    await world.made(200, 'POST', '/invitations/accept', { body: accepted });
  };
  const signedIn: ConsoleWorld['signedIn'] = async (email, path = '/console/', options = {}) => {
    const page = await opened(browser, options);
    const service = `http://127.0.0.1:${world.port}`;
    // As the page of the sign-in does, which has tests of its own.
    const answer = await fetch(`${service}/console/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Usher-Console': '1', Origin: service },
      body: JSON.stringify({ email, password }),
    });
    const [name, value] = answer.headers.get('set-cookie')?.split(/[=;]/) ?? [];
    if (!answer.ok || !value) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
    // To its own machine the browser sends such a cookie over plain HTTP, too.
    const cookie = {
      name,
      value,
      url: service.replace('http:', 'https:'),
      secure: true,
      httpOnly: true,
      sameSite: 'Strict' as const,
    };
    await page.context().addCookies([cookie]);
    await page.goto(`${service}${path}`);
    const heading = page.getByRole('heading', { level: 1 }).first();
    await heading.waitFor().catch(async (timeout: Error) => {
      const shown = await page.locator('body').innerText();
      throw new Error(`${page.url()} shows no page: ${shown}\n${page.complaints.join('\n')}\n${timeout.message}`);
    });
    return page;
  };
  return {
    ...world,
    browser,
    operator,
    anybody: (options = {}) => opened(browser, options),
    signedIn,
    close: async () => {
      await browser.close();
      await world.close();
    },
  };
}

async function opened(browser: Browser, options: BrowserContextOptions): Promise<ConsolePage> {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...options });
  // Longer than anything takes that works, on a slow machine with much else to do.
  context.setDefaultTimeout(patienceSeconds * 1000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refused sign-in is an answer, not a fault of the page.
    if (message.type() === 'error' && !/status of 4(0[139]|22)/.test(message.text())) complaints.push(message.text());
  });
  return Object.assign(page, { complaints });
}
