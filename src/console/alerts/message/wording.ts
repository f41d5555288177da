import { DateTime } from 'luxon';
import type { AlarmEvent } from '../../../kernel/alarms.js';
import type { Instant } from '../../../kernel/clock.js';
import type { NotifiedAlert } from './alert-message.js';

interface Words {
  readonly headline: string;
  readonly advice: string;
  /** The headline once it is over. */
  readonly over: string;
}

const words: Readonly<Record<AlarmEvent, (alert: NotifiedAlert, at: (instant: Instant) => string) => Words>> = {
  'connection.quarantined': ({ subjectName, subjectId, facts }) =>
    facts.code === 'given_up'
      ? {
          headline: `Connection "${subjectName}" was switched off`,
          over: `Connection "${subjectName}" is no longer switched off for its failures`,
          advice: `Mend its credentials or settings, then enable it again (/connections/${subjectId}).`,
        }
      : {
          headline: `Connection "${subjectName}" stands still`,
          over: `Connection "${subjectName}" no longer stands still`,
          advice:
            `Mend its credentials or settings (/connections/${subjectId}). Usher tries again by itself and ` +
            'goes on as soon as the connection passes its test.',
        },
  'connection.silent': ({ subjectName, subjectId }) => ({
    headline: `Nothing is heard of connection "${subjectName}"`,
    over: `Connection "${subjectName}" is heard of again`,
    advice:
      'See whether the outside system still sends, and whether it can be reached ' +
      `(/connections/${subjectId}/test). Meanwhile access follows what was known, and nobody new gets any.`,
  }),
  'plan.held': ({ subjectName, facts }, at) => ({
    headline: `Connection "${subjectName}" waits for a decision about removals`,
    over: `Connection "${subjectName}" no longer waits for a decision about removals`,
    advice:
      `Look at the plan (/runs/${facts.run_id}/plan), then approve or reject it before ` +
      `${at(String(facts.expires_at))}. Undecided it is void, and nobody is removed.`,
  }),
  'endings.held': ({ subjectName, facts }) => ({
    headline: `Connection "${subjectName}" says that unusually many people have left`,
    over: `Connection "${subjectName}" no longer waits for a decision about people who left`,
    advice:
      `They keep access until somebody decides: look at the plan (/runs/${facts.run_id}/plan), then approve or ` +
      'reject it. If it was a mistake in the directory, mend it there: who is said to be back is no longer ' +
      'in the plan.',
  }),
  'file.refused': ({ subjectName, facts }) => ({
    headline: `A file for connection "${subjectName}" changed nothing`,
    over: `Connection "${subjectName}" is no longer kept waiting by a refused file`,
    advice:
      facts.verdict === 'held'
        ? `Look at what was found in it (/files/${facts.file_id}); if it is right after all, accept it by its ` +
          'digest. What was known before stays in force.'
        : `Look at what was found in it (/files/${facts.file_id}) and send a whole and newer one. What was known ` +
          'before stays in force.',
  }),
  'delivery.waiting': ({ subjectName, subjectId }) => ({
    headline: `Credentials of connection "${subjectName}" reach nobody`,
    over: `Credentials of connection "${subjectName}" no longer wait`,
    advice:
      'Set up a way by which they can go: a mail server (USHER_SMTP_URL), an SMS gateway (/delivery-settings), ' +
      "or another way in the connection's access.deliver " +
      `(/connections/${subjectId}/test says what is missing). ` +
      'What waits leaves then, one each second; what is over meanwhile is dropped.',
  }),
  'certificate.expiring': ({ subjectId, facts }, at) =>
    facts.usage === 'authority'
      ? {
          headline: `The certificate authority ends on ${at(String(facts.expires_at))}`,
          over: 'The certificate authority that was about to end has a successor, or was retired',
          advice: facts.has_successor
            ? 'Its successor issues already. With it end all certificates that it issued: give the devices that ' +
              `hold one their new profile, then retire it (DELETE /certificates/authorities/${subjectId}).`
            : 'With it end all certificates that it issued, and every profile that trusts it: make its ' +
              'successor in time (POST /certificates/authorities), then give devices new profiles, which know ' +
              'both.',
        }
      : {
          headline: `A certificate ends on ${at(String(facts.expires_at))}`,
          over: 'A certificate that was about to end was revoked',
          advice: `Issue a new one to its holder, or let it end. Its serial number is ${facts.serial}.`,
        },
  'webhook.failing': ({ subjectName, subjectId }) => ({
    headline: `Webhook "${subjectName}" accepts nothing`,
    over: `Webhook "${subjectName}" no longer fails`,
    advice:
      `Look at what was sent (/webhooks/${subjectId}/deliveries) and mend the endpoint. What waits is sent ` +
      'when it is back; after five days it is switched off.',
  }),
  'portal.guessing': ({ subjectName, subjectId, facts }) =>
    facts.guessed === 'vouchers'
      ? {
          headline: `Codes of vouchers are being guessed at captive portal "${subjectName}"`,
          over: `Nobody guesses at codes of vouchers at captive portal "${subjectName}" any more`,
          advice:
            'For half an hour a device waits half a minute to two before its code is looked at; who is in stays in. ' +
            'See at which gateway or access point it is (/portal-attempts, the log of the gateway): addresses of ' +
            'devices are made up, so shutting out single ones helps little. If it goes on, print vouchers with ' +
            'longer codes (code_length 12) and revoke the short ones, or take "voucher" from the methods of the ' +
            `portal (/captive-portals/${subjectId}).`,
        }
      : {
          headline: `Rooms and names are being guessed at captive portal "${subjectName}"`,
          over: `Nobody guesses at rooms and names at captive portal "${subjectName}" any more`,
          advice:
            'Guests are asked for the day of departure or their booking number, too, for half an hour. Which rooms ' +
            'and devices it is about: /portal-attempts.',
        },
  'portal.controller_unreachable': ({ subjectName, subjectId }) => ({
    headline: `Gateway "${subjectName}" lets no guest in: its controller does not do what it is asked`,
    over: `The controller of gateway "${subjectName}" does what it is asked again`,
    advice:
      `See what is missing (POST /gateways/${subjectId}/test). Whoever is to be out by now is put out as soon as the ` +
      'controller can be asked.',
  }),
  'portal.gateway_unknown': ({ subjectName }) => ({
    headline: `A gateway that is not known sends guests to captive portal "${subjectName}"`,
    over: `No unknown gateway sends guests to captive portal "${subjectName}" any more`,
    advice:
      'Guests of it cannot be let in. If it is yours, add it (POST /gateways), or its address to login_hosts of the ' +
      'one that it is (GET /gateways).',
  }),
  'session.not_ended': ({ subjectName }) => ({
    headline: `Access point "${subjectName}" does not end sessions that are over`,
    over: `Access point "${subjectName}" ends sessions again`,
    advice:
      'Guests stay online there until their sessions end by themselves. See that it takes Disconnect from this ' +
      'server (dynamic authorization, RFC 3576 or CoA: on, at the port in coa_port, with the secret of the ' +
      'network), or put them out there by hand. Who it is: GET /online.',
  }),
  'posting.unclear': ({ subjectName, facts }) => ({
    headline: `Charge ${facts.number} to room ${facts.room} by connection "${subjectName}" has to be looked up`,
    over: `Charge ${facts.number} to room ${facts.room} by connection "${subjectName}" is settled`,
    advice:
      `See in the hotel system whether room ${facts.room} was charged ${amountText(facts)}. The guest got nothing ` +
      'for it: take the charge back, or give the guest a voucher. Usher never sends it again.',
  }),
  'report.undelivered': ({ subjectName }) => ({
    headline: `The report "${subjectName}" does not arrive`,
    over: `The report "${subjectName}" arrives again, or is sent no longer`,
    advice:
      'See the problem (GET /report-schedules), its recipients and the mail server. When it has reached nobody three ' +
      'times in a row it is switched off.',
  }),
  'webhook.disabled': ({ subjectName, subjectId }) => ({
    headline: `Webhook "${subjectName}" was switched off`,
    over: `Webhook "${subjectName}" is no longer switched off`,
    advice: `Mend the endpoint, then enable it again (/webhooks/${subjectId}).`,
  }),
};

/** What happened, what to do about it, and the text once it is over. */
export function wordsFor(alert: NotifiedAlert, timeZone: string): Words {
  return words[alert.event](alert, (instant) => localTime(instant, timeZone));
}

function amountText({ amount, currency }: NotifiedAlert['facts']): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: String(currency) });
  return format.format(Number(amount) / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** `14 May 2026, 15:00 (Europe/Vienna)`. UTC if the zone is unknown. */
export function localTime(instant: Instant, timeZone: string): string {
  const local = DateTime.fromISO(instant, { zone: timeZone, locale: 'en' });
  const shown = local.isValid ? local : DateTime.fromISO(instant, { zone: 'utc', locale: 'en' });
  return shown.isValid ? `${shown.toFormat('d LLLL yyyy, HH:mm')} (${shown.zoneName})` : instant;
}
