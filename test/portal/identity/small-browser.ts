import { isPageWithAddress } from '../plain-browser.js';

export interface Seen {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  /** Where the answer leads on to: by a redirect, or by a page that moves on by itself. */
  readonly next: string | null;
}

/** A browser without script: cookies of each host, forms, redirects one at a time but to a page with an address. */
export class SmallBrowser {
  private readonly cookies = new Map<string, Map<string, string>>();

  constructor(readonly userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/153.0') {}

  async open(url: string, fields?: Readonly<Record<string, string>>): Promise<Seen> {
    const { host } = new URL(url);
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    const answer = await fetch(url, {
      method: fields ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        'user-agent': this.userAgent,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(fields ? { body: new URLSearchParams(fields).toString() } : {}),
    });
    for (const each of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    const text = await answer.text();
    const location = answer.headers.get('location');
    if (location !== null && isPageWithAddress(location)) return this.open(new URL(location, url).href);
    const refresh = /<meta http-equiv="refresh" content="\d+; url=([^"]*)"/.exec(text)?.[1];
    const next = location ?? (refresh === undefined ? null : unescaped(refresh));
    return { url, status: answer.status, text, next: next === null ? null : new URL(next, url).href };
  }

  /** Sends the form that has this value in a field, else the first, with what was typed. */
  submit(page: Seen, typed: Readonly<Record<string, string>> = {}, having = ''): Promise<Seen> {
    const form = formsIn(page.text).find(({ fields }) => having === '' || Object.values(fields).includes(having));
    if (!form) throw new Error(`${page.url} has no such form: ${page.status} ${page.text.slice(0, 500)}`);
    return this.open(new URL(form.action, page.url).href, { ...form.fields, ...typed });
  }

  /** Follows until an address fits, which is not opened; or to a page that leads no further. */
  async follow(page: Seen, until: (url: string) => boolean): Promise<Seen> {
    let seen = page;
    for (let steps = 0; steps < 12 && seen.next !== null && !until(seen.next); steps += 1)
      seen = await this.open(seen.next);
    return seen;
  }
}

function formsIn(html: string): { action: string; fields: Record<string, string> }[] {
  return [...html.matchAll(/<form [^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(([, action, inner]) => ({
    action: unescaped(action),
    fields: Object.fromEntries(
      [...inner.matchAll(/<input [^>]*>/g)]
        .filter(([input]) => !input.includes(' type="checkbox"'))
        .map(([input]) => ['name', 'value'].map((name) => unescaped(attribute(input, name))))
        .filter(([name]) => name !== ''),
    ) as Record<string, string>,
  }));
}

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" };
  return text.replaceAll(/&(amp|quot|lt|gt|#39);/g, (_, name: string) => signs[name]);
}
