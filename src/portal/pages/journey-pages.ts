import type { EndReason } from '../../console/registrations/end-reason.js';
import type { Registration } from '../admission/registration.js';
import { firstPageAddress, frameOf, type PortalVisit } from './frame.js';
import type { Page } from './send-page.js';
import { count, say, type TextKey, timeIn } from './words.js';

interface Form {
  readonly id?: string;
  readonly url: string;
  readonly text: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly is_plain?: boolean;
}

export interface PageMessage {
  readonly heading: string;
  readonly paragraphs?: readonly string[];
  /** To be copied or typed elsewhere. */
  readonly address?: string;
  readonly link?: { readonly url: string; readonly text: string };
  readonly forms?: readonly Form[];
  /** Below the forms, and plain: not what most guests want. */
  readonly back?: { readonly url: string; readonly text: string };
  readonly devices?: {
    readonly heading: string;
    readonly entries: readonly { readonly text: string; readonly form: Form | null }[];
  };
  readonly refresh?: { readonly seconds: number; readonly url: string };
  readonly sends?: boolean;
}

/**
 * Sends the browser to its gateway: by itself where it runs the script, else by the button. Chromium holds
 * `form-action` against where the gateway leads to after the login, too: nobody knows that where it was not told.
 */
export function handOverPage(
  visit: PortalVisit,
  step: {
    readonly url: string;
    readonly fields: Readonly<Record<string, string>>;
    readonly leadsAnywhere: boolean;
  },
): Page {
  const { url, fields, leadsAnywhere } = step;
  const { language } = visit;
  const form = { id: 'go', url, text: say(language, 'continue'), fields: Object.entries(fields) };
  const page = messagePage(visit, {
    heading: say(language, 'connectingTitle'),
    paragraphs: [say(language, 'connectingText')],
    forms: [form],
    sends: true,
  });
  return {
    ...page,
    formActions: [new URL(url).origin, ...(leadsAnywhere ? ['http:', 'https:'] : [])],
    hasScript: true,
  };
}

/** Leads on to another address without a form, whose way on others might forbid. */
export function goOnPage(visit: PortalVisit, url: string, text: string): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, 'connectingTitle'),
    paragraphs: [text],
    link: { url, text: say(language, 'continue') },
    refresh: { seconds: 0, url },
  });
}

/** Where a provider refuses the small window of a phone: the address is there to be copied. */
export function openInBrowserPage(visit: PortalVisit, name: string, url: string): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, 'openBrowserTitle'),
    paragraphs: [say(language, 'openBrowserText', { name })],
    link: { url, text: url },
  });
}

/** Reloads by itself until the gateway has let the guest in; after `isSlow` the guest reloads. */
export function waitingPage(visit: PortalVisit, url: string, isSlow: boolean): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, 'waitingTitle'),
    paragraphs: [say(language, isSlow ? 'slowText' : 'waitingText')],
    link: { url, text: say(language, 'continue') },
    ...(isSlow ? {} : { refresh: { seconds: 2, url } }),
  });
}

export interface OnlineDevice {
  readonly registrationId: string;
  /** With colons; null: nobody has told it. */
  readonly mac: string | null;
  readonly since: string;
  readonly until: string | null;
  readonly isThisOne: boolean;
}

export interface OnlineVisit {
  readonly until: string | null;
  readonly timeZone: string;
  readonly minutesLeft: number | null;
  /** Whom the guest, or her host, has still to answer. */
  readonly note: string | null;
  readonly devices: readonly OnlineDevice[];
  /** Where the guest may choose more; null: nowhere. */
  readonly tiers: string | null;
  /** Where signing out is posted to, and with what. */
  readonly signOut: { readonly url: string; readonly state: string };
}

export function onlinePage(visit: PortalVisit, online: OnlineVisit): Page {
  const { until, timeZone, minutesLeft, note, signOut } = online;
  const { language, portal } = visit;
  const own = portal.texts[language]?.success;
  const till = until === null ? 'onlineText' : 'onlineUntil';
  return messagePage(visit, {
    heading: say(language, 'onlineTitle'),
    paragraphs: [
      say(language, till, { time: until === null ? '' : timeIn(language, until, timeZone) }),
      ...(minutesLeft === null ? [] : [count(language, 'minutesLeft', minutesLeft)]),
      ...(note === null ? [] : [note]),
      ...(own === undefined ? [] : [own]),
    ],
    ...(portal.successUrl === null ? {} : { link: { url: portal.successUrl, text: say(language, 'continue') } }),
    forms: [{ url: signOut.url, text: say(language, 'signOut'), fields: [['state', signOut.state]], is_plain: true }],
    ...(online.tiers === null ? {} : { back: { url: online.tiers, text: say(language, 'tiersTitle') } }),
    devices: devicesOf(visit, online),
  });
}

/** Nothing where there is but the one that shows the page. */
function devicesOf({ language }: PortalVisit, { devices, timeZone, signOut }: OnlineVisit): PageMessage['devices'] {
  if (devices.length < 2) return undefined;
  const when = (instant: string) => timeIn(language, instant, timeZone);
  return {
    heading: count(language, 'myDevices', devices.length),
    entries: devices.map(({ registrationId, mac, since, until, isThisOne }) => {
      const device = isThisOne ? say(language, 'thisDevice') : (mac ?? say(language, 'unknownDevice'));
      const values = { device, since: when(since), until: until === null ? '' : when(until) };
      const fields = [
        ['state', signOut.state],
        ['device', registrationId],
      ] as const;
      const form = { url: signOut.url, text: say(language, 'endDevice', { device }), fields, is_plain: true };
      return {
        text: say(language, until === null ? 'deviceSince' : 'deviceUntil', values),
        form: isThisOne ? null : form,
      };
    }),
  };
}

/** Tells a guest who was online until now why access has ended. */
export function endedPage(
  visit: PortalVisit,
  { endedAt, endReason }: Pick<Registration, 'endedAt' | 'endReason'>,
): Page {
  const { language } = visit;
  if (endReason === 'guest') return offlinePage(visit, true);
  return messagePage(visit, {
    heading: say(language, 'endedTitle'),
    paragraphs: [say(language, endedAt === null ? 'endedInTime' : (endedBy[endReason ?? 'operator'] ?? 'overNow'))],
    link: { url: firstPageAddress(visit), text: say(language, 'startAgain') },
  });
}

const endedBy: Partial<Record<EndReason, TextKey>> = {
  account_disabled: 'endedStay',
  account_deleted: 'endedStay',
  voucher_revoked: 'endedVoucher',
};

export function offlinePage(visit: PortalVisit, hasSignedOut: boolean): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, 'offlineTitle'),
    paragraphs: [say(language, hasSignedOut ? 'signedOut' : 'offlineText')],
    link: { url: firstPageAddress(visit), text: say(language, 'startAgain') },
  });
}

/** The guest is known, but a page on which she may buy was left open for too long. */
export function tooOldPage(visit: PortalVisit): Page {
  const { language } = visit;
  const link = { url: firstPageAddress(visit), text: say(language, 'startAgain') };
  const page = messagePage(visit, {
    heading: say(language, 'problem'),
    paragraphs: [say(language, 'pageTooOld')],
    link,
  });
  return { ...page, status: 403 };
}

/** The guest is proven, but the gateway refuses and says why. */
export function notLetInPage(visit: PortalVisit, text: string): Page {
  const { language } = visit;
  const link = { url: `${visit.path}?${visit.query}`, text: say(language, 'tryAgain') };
  return { ...messagePage(visit, { heading: say(language, 'problem'), paragraphs: [text], link }), status: 422 };
}

/** The guest is proven, but the gateway cannot let anybody in. The reason is for operators. */
export function gatewayFaultPage(visit: PortalVisit): Page {
  return faultPage(visit, ['gatewayFault'], `${visit.path}?${visit.query}`);
}

/** The same if joining again helps, too. `again`: the address that tells the gateway once more; null: enough tries. */
export function notToldPage(visit: PortalVisit, again: string | null): Page {
  return faultPage(visit, again === null ? ['slowText'] : ['gatewayFault', 'slowText'], again);
}

function faultPage(visit: PortalVisit, texts: readonly TextKey[], again: string | null): Page {
  const { language } = visit;
  const page = messagePage(visit, {
    heading: say(language, 'problem'),
    paragraphs: texts.map((each) => say(language, each)),
    ...(again === null ? {} : { link: { url: again, text: say(language, 'tryAgain') } }),
  });
  return { ...page, status: 503, retryAfterSeconds: 60 };
}

export function messagePage(visit: PortalVisit, { heading, paragraphs = [], forms = [], ...more }: PageMessage): Page {
  // What the guest came with is over here: the terms lead nowhere back.
  const frame = frameOf({ ...visit, query: new URLSearchParams() });
  const title = `${heading} · ${visit.portal.name}`;
  // The answer to a form has no address for reading it in another language.
  const values = { ...frame, title, heading, paragraphs, forms, ...more, languages: [] };
  return { template: 'message', language: visit.language, values };
}
