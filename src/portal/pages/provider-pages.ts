import type { OfferedProvider, PortalVisit } from './frame.js';
import { messagePage } from './journey-pages.js';
import type { Page } from './send-page.js';
import { say, type TextKey, timeIn } from './words.js';

/** Phones ask here whether they are online; no gateway lets it through before, so it asks who the device is. */
export const captiveProbe = 'http://captive.apple.com/hotspot-detect.html';
/** Until the gateway has heard that the minutes are over. */
const reconnectSeconds = 5;

/** What the guest is let in for. */
export type MinutesFor = 'signIn' | 'payment';

const texts = {
  signIn: { title: 'minutesTitle', before: 'minutesText', on: 'minutesOn', back: 'reconnectText' },
  payment: { title: 'payMinutesTitle', before: 'payMinutesText', on: 'payMinutesOn', back: 'payReconnectText' },
} as const satisfies Record<MinutesFor, Record<string, TextKey>>;

/** Before the device is let in: where the guest goes on, in a browser of their choice. */
export function minutesPage(
  visit: PortalVisit,
  {
    until,
    timeZone,
    address,
    connect,
    payment,
  }: {
    readonly until: string;
    readonly timeZone: string;
    readonly address: string;
    readonly connect: string;
    /** The payment page, for who needs nothing beyond the walled garden. */
    readonly payment?: string;
  },
): Page {
  const { language } = visit;
  const { title, before } = texts[payment === undefined ? 'signIn' : 'payment'];
  return messagePage(visit, {
    heading: say(language, title),
    paragraphs: [say(language, before, { time: timeIn(language, until, timeZone) })],
    address,
    link: { url: connect, text: say(language, 'connect') },
    ...(payment === undefined ? {} : { back: { url: payment, text: say(language, 'cardPage') } }),
  });
}

/** The same once it is let in. */
export function goToProviderPage(
  visit: PortalVisit,
  {
    until,
    timeZone,
    address,
    errand,
  }: {
    readonly until: string;
    readonly timeZone: string;
    readonly address: string;
    readonly errand: MinutesFor;
  },
): Page {
  const { language } = visit;
  const { title, on } = texts[errand];
  return messagePage(visit, {
    heading: say(language, title),
    paragraphs: [say(language, on, { time: timeIn(language, until, timeZone) })],
    address,
    link: { url: address, text: say(language, 'continue') },
  });
}

/** The short address: nothing but the providers, and what went wrong at one. */
export function chooseProviderPage(
  visit: PortalVisit,
  providers: readonly OfferedProvider[],
  state: string,
  problem?: string,
): Page {
  const { language, path, portal } = visit;
  return messagePage(visit, {
    heading: portal.texts[language]?.title ?? portal.theme.title ?? say(language, 'welcome'),
    ...(problem === undefined ? {} : { paragraphs: [problem] }),
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
export function reconnectPage(visit: PortalVisit, errand: MinutesFor): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, 'connectingTitle'),
    paragraphs: [say(language, texts[errand].back, { button: say(language, 'connect') })],
    link: { url: captiveProbe, text: say(language, 'continue') },
    refresh: { seconds: reconnectSeconds, url: captiveProbe },
  });
}
