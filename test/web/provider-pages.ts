import type { ConsolePage } from './console-world.js';

/** The pages of oidc-provider: who signs in, then whether Usher may know. */
export async function proves(page: ConsolePage, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/(console|desk)\//);
  // Its pages ask for fonts elsewhere.
  page.complaints?.splice(0);
}
