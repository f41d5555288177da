import { textColourOn } from '../../console/captive-portals/contrast.js';
import type { PortalLanguage } from '../../console/captive-portals/portal-languages.js';
import { firstPageAddress, frameOf, type PortalVisit } from './frame.js';
import { messagePage } from './journey-pages.js';
import { directionOf } from './languages.js';
import { renderTemplate } from './render.js';
import type { Page } from './send-page.js';
import { backToForm, type FilledForm } from './sign-in-page.js';
import { say, type TextKey, timeIn } from './words.js';

interface CodeForm {
  readonly action: string;
  readonly state: string;
  readonly phone: string;
  /** The number in it may be a wrong one. */
  readonly filled: FilledForm;
  readonly problem?: string;
  readonly status?: number;
}

/** Where a guest types what came by SMS; the keyboard of a phone offers it. */
export function codePage(visit: PortalVisit, { action, state, phone, filled, problem, status }: CodeForm): Page {
  const { language, portal } = visit;
  const heading = say(language, 'codeTitle');
  const title = `${problem === undefined ? heading : say(language, 'problem')} · ${portal.name}`;
  const intro = say(language, 'codeText', { phone });
  const frame = { ...frameOf(visit), title, heading, languages: [], back: backToForm(visit, filled) };
  return { template: 'code', language, status, values: { ...frame, intro, action, state, problem } };
}

/** Asks again by itself until the host has answered. `filled`: for whoever has asked a wrong one. */
export function hostAskedPage(visit: PortalVisit, url: string, host: string, filled: FilledForm): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, 'hostAskedTitle'),
    paragraphs: [say(language, 'hostAskedText', { host })],
    link: { url, text: say(language, 'tryAgain') },
    forms: [backToForm(visit, filled)],
    refresh: { seconds: 5, url },
  });
}

/** The host said no, or nothing. */
export function hostRefusedPage(visit: PortalVisit, isSilent: boolean): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, 'hostRefusedTitle'),
    paragraphs: [say(language, isSilent ? 'hostSilentText' : 'hostRefusedText')],
    link: { url: firstPageAddress(visit), text: say(language, 'startAgain') },
  });
}

/** Behind the link of a mail to a guest: the button confirms, not the link. */
export function confirmPage(visit: PortalVisit, email: string): Page {
  const { language, path } = visit;
  return messagePage(visit, {
    heading: say(language, 'confirmTitle'),
    paragraphs: [say(language, 'confirmText', { email })],
    forms: [{ url: path, text: say(language, 'confirm'), fields: [] }],
  });
}

/** Behind the link of a mail to a host. */
export function approvalPage(visit: PortalVisit, name: string): Page {
  const { language, path, portal } = visit;
  return messagePage(visit, {
    heading: say(language, 'approvalTitle'),
    paragraphs: [say(language, 'approvalText', { name, portal: portal.name })],
    forms: [
      { url: path, text: say(language, 'approve'), fields: [['answer', 'approve']] },
      { url: path, text: say(language, 'refuse'), fields: [['answer', 'refuse']], is_plain: true },
    ],
  });
}

export function confirmedPage(visit: PortalVisit, until: string | null, timeZone: string): Page {
  const { language } = visit;
  const time = until === null ? '' : timeIn(language, until, timeZone);
  return messagePage(visit, {
    heading: say(language, 'confirmedTitle'),
    paragraphs: [say(language, until === null ? 'confirmedText' : 'confirmedUntil', { time })],
  });
}

export function decidedPage(visit: PortalVisit, isApproved: boolean, name: string): Page {
  const { language } = visit;
  return messagePage(visit, {
    heading: say(language, isApproved ? 'approvedTitle' : 'refusedTitle'),
    paragraphs: [say(language, isApproved ? 'approvedText' : 'refusedText', { name })],
  });
}

/** A link that was used, or is good for nothing any more. */
export function deadLinkPage(visit: PortalVisit, isUsed: boolean): Page {
  const { language } = visit;
  const [heading, text]: [TextKey, TextKey] = isUsed
    ? ['linkUsedTitle', 'linkUsedText']
    : ['linkOverTitle', 'linkOverText'];
  const page = messagePage(visit, { heading: say(language, heading), paragraphs: [say(language, text)] });
  return { ...page, status: 410 };
}

interface RequestMail {
  readonly subject: string;
  readonly paragraph: string;
  readonly button: string;
  readonly url: string;
}

/** A mail with one button, as text and as HTML. */
export function requestMailOf(
  { portal }: Pick<PortalVisit, 'portal'>,
  language: PortalLanguage,
  mail: RequestMail,
): { readonly subject: string; readonly text: string; readonly html: string } {
  const colour = portal.theme.colour ?? '#1a4f8b';
  const ignore = say(language, 'mailIgnore');
  const look = { colour, text_colour: textColourOn(colour) };
  const html = renderTemplate('mail', { ...mail, ...look, ignore, language, direction: directionOf(language) });
  const text = `${mail.paragraph}\n\n${mail.button}: ${mail.url}\n\n${ignore}\n`;
  return { subject: mail.subject, text, html };
}
