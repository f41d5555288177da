import { request } from 'node:http';

/** A request of a device in the Wi-Fi. */
export interface Call {
  readonly url: string;
  readonly mac: string;
  readonly fields?: Readonly<Record<string, string>>;
}

interface Answered {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

/** Pages of their own to which a form leads: the tiers, the price of one, a code by SMS, a host, minutes. */
export const isPageWithAddress = (location: string) =>
  /^\/p\/[^/]+\/(?:tiers|price|code|wait|minutes)\?/.test(location);

/**
 * A browser without script: the host that it means is reached at `port`. It follows to such pages, and shows
 * where anything else leads.
 */
export async function browse(port: number, call: Call): Promise<Answered> {
  const answer = await asked(port, call);
  if (!isPageWithAddress(answer.location)) return answer;
  return browse(port, { url: new URL(answer.location, call.url).href, mac: call.mac });
}

function asked(port: number, { url, mac, fields }: Call): Promise<Answered> {
  const { host, pathname, search } = new URL(url);
  const headers = { host, 'x-device': mac, 'content-type': 'application/x-www-form-urlencoded' };
  const method = fields ? 'POST' : 'GET';
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, method, path: pathname + search, headers }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => (text += part));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, location: incoming.headers.location ?? '', text }),
      );
    });
    call.on('error', reject);
    call.end(fields ? new URLSearchParams(fields).toString() : undefined);
  });
}

/** The forms of a page, as a browser would send them untouched. */
export function formsIn(html: string): { action: string; fields: Record<string, string> }[] {
  return [...html.matchAll(/<form [^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(([, action, inner]) => ({
    action: unescaped(action),
    fields: Object.fromEntries(
      [...inner.matchAll(/<input [^>]*>/g)].map(([input]) =>
        ['name', 'value'].map((name) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? '')),
      ),
    ),
  }));
}

/** Where its links lead. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => unescaped(url));
}

export function unescaped(text: string): string {
  return text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
