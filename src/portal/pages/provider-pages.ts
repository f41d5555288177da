import type { OfferedProvider, PortalVisit } from './frame.js';
import { messagePage } from './journey-pages.js';
import type { Page } from './send-page.js';
import { say, timeIn } from './words.js';

/** Phones ask here whether they are online; no gateway lets it through before, so it asks who the device is. */
const probe = 'http://captive.apple.com/hotspot-detect.html';
/** Until the gateway has heard that the minutes are over. */
const reconnectSeconds = 5;

/** Before the device is let in to sign in: where the guest goes on, in a browser of their choice. */
export function minutesPage(
  visit: PortalVisit,
  {
    until,
    timeZone,
    address,
    connect,
  }: {
    readonly until: string;
    readonly timeZone: string;
    readonly address: string;
    readonly connect: string;
  },
): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, 'minutesTitle'),
    paragraphs: [say(language, 'minutesText', { time: timeIn(language, until, timeZone) })],
    address,
    link: { url: connect, text: say(language, 'connect') },
  });
}

/** The same once it is let in. */
export function goToProviderPage(
  visit: PortalVisit,
  {
    until,
    timeZone,
    address,
  }: {
    readonly until: string;
    readonly timeZone: string;
    readonly address: string;
  },
): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, 'minutesTitle'),
    paragraphs: [say(language, 'minutesOn', { time: timeIn(language, until, timeZone) })],
    address,
    link: { url: address, text: say(language, 'continue') },
  });
}

/** The short address: nothing but the providers. */
export function chooseProviderPage(visit: PortalVisit, providers: readonly OfferedProvider[], state: string): Page {
  const { language, path, portal } = visit;
  return messagePage(visit, {
    heading: portal.texts[language]?.title ?? portal.theme.title ?? say(language, 'welcome'),
    forms: providers.map(({ id, name }) => ({
      url: `${path}?lang=${language}`,
      text: say(language, 'wayProvider', { name }),
      fields: [
        ['state', state],
        ['by', 'provider'],
        ['provider', id],
        // They were accepted when the minutes were given.
        ['terms', '1'],
      ],
    })),
  });
}

/** The guest is known; the device leaves and comes back as theirs. */
export function reconnectPage(visit: PortalVisit): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, 'connectingTitle'),
    paragraphs: [say(language, 'reconnectText', { button: say(language, 'connect') })],
    link: { url: probe, text: say(language, 'continue') },
    refresh: { seconds: reconnectSeconds, url: probe },
  });
}
