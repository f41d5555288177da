import type { AlertMessage, MessageContent, NotifiedList } from './alert-message.js';
import { oneLine } from '../../../kernel/sending/one-line.js';
import { localTime, wordsFor } from './wording.js';

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A heading with paragraphs, each a list of lines. */
interface Section {
  readonly heading: string | null;
  readonly paragraphs: readonly (readonly string[])[];
}

/**
 * A message as mail: plain text, and the same as simple HTML without pictures or links. `baseUrl`: the address of the
 * service, for where to look; null: nobody said it.
 */
export function mailOf({ kind, content }: Pick<AlertMessage, 'kind' | 'content'>, baseUrl: string | null): Mail {
  const sections = sectionsOf(kind, content, baseUrl?.replace(/\/+$/, '') ?? null);
  return {
    subject: oneLine(`[Usher] ${content.organization.name}: ${topicOf(kind, content)}`, 200),
    text:
      sections
        .flatMap(({ heading, paragraphs }) => [
          ...(heading ? [heading.toUpperCase()] : []),
          ...paragraphs.map((lines) => lines.join('\n')),
        ])
        .join('\n\n') + '\n',
    html: htmlOf(sections),
  };
}

function topicOf(kind: AlertMessage['kind'], { organization, open, ended }: MessageContent): string {
  if (kind === 'test') return 'a test message';
  if (kind === 'digest.daily') return `daily digest, ${open.total} open, ${ended?.total ?? 0} ended`;
  const [first] = open.alerts;
  if (open.total > 0)
    return open.total === 1 && first ? wordsFor(first, organization.timeZone).headline : `${open.total} alerts`;
  const [over] = ended?.alerts ?? [];
  return ended?.total === 1 && over
    ? wordsFor(over, organization.timeZone).over
    : `${ended?.total ?? 0} alerts have ended`;
}

function sectionsOf(kind: AlertMessage['kind'], content: MessageContent, baseUrl: string | null): Section[] {
  const { organization, at, open, ended, isLastForNow } = content;
  const zone = organization.timeZone;
  if (kind === 'test')
    return [
      { heading: null, paragraphs: [['This is a test: alerts of', `${organization.name} reach you at this address.`]] },
      footer(organization.name, baseUrl),
    ];
  const isDigest = kind === 'digest.daily';
  return [
    ...(isDigest ? [{ heading: null, paragraphs: [[`${organization.name}, ${localTime(at, zone)}`]] }] : []),
    ...(open.total > 0
      ? [{ heading: isDigest ? `Open (${open.total})` : null, paragraphs: paragraphsOf(open, zone) }]
      : []),
    ...(ended && ended.total > 0 ? [{ heading: `Ended (${ended.total})`, paragraphs: paragraphsOf(ended, zone) }] : []),
    ...(isLastForNow
      ? [
          {
            heading: null,
            paragraphs: [['You have reached the hourly limit of messages. Further alerts follow in the daily digest.']],
          },
        ]
      : []),
    footer(organization.name, baseUrl),
  ];
}

function paragraphsOf({ alerts, total }: NotifiedList, zone: string): string[][] {
  const named = alerts.map((alert) => {
    const { headline, advice, over } = wordsFor(alert, zone);
    const ending = alert.resolvedAt ? [`Ended: ${localTime(alert.resolvedAt, zone)}`] : [advice];
    return [alert.resolvedAt ? over : headline, alert.detail, `Since: ${localTime(alert.raisedAt, zone)}`, ...ending];
  });
  return total > alerts.length
    ? [...named, [`… and ${total - alerts.length} more, see Alerts in the console.`]]
    : named;
}

function footer(name: string, baseUrl: string | null): Section {
  const why = `You receive this because you are an alert contact of ${name} in Usher.`;
  return { heading: null, paragraphs: [['--', why, ...(baseUrl ? [`All alerts: ${baseUrl}/console/alerts`] : [])]] };
}

function htmlOf(sections: readonly Section[]): string {
  const blocks = sections.flatMap(({ heading, paragraphs }) => [
    ...(heading ? [`<h3>${escaped(heading)}</h3>`] : []),
    ...paragraphs.map(
      ([first, ...rest]) =>
        `<p>${[rest.length > 1 ? `<b>${escaped(first)}</b>` : escaped(first), ...rest.map(escaped)].join('<br>')}</p>`,
    ),
  ]);
  return `<!doctype html><html><body style="font-family:sans-serif">${blocks.join('\n')}</body></html>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]);
}
