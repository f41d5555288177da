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
  'connection.quarantined': ({ subjectName, facts }) =>
    facts.code === 'given_up'
      ? {
          headline: `Connection "${subjectName}" was disabled`,
          over: `Connection "${subjectName}" is no longer disabled for its failures`,
          advice: 'Correct its credentials or settings, then enable it again.',
        }
      : {
          headline: `Connection "${subjectName}" has stopped`,
          over: `Connection "${subjectName}" is working again`,
          advice:
            'Correct its credentials or settings. Usher retries by itself and resumes as soon as the connection ' +
            'passes its test.',
        },
  'connection.silent': ({ subjectName }) => ({
    headline: `No data from connection "${subjectName}"`,
    over: `Connection "${subjectName}" sends data again`,
    advice:
      'Check that the outside system still sends data, and test the connection. Until then access follows the ' +
      'last known data, and nobody new gets access.',
  }),
  'connection.console_unreachable': ({ subjectName }) => ({
    headline: `The Wi-Fi console of connection "${subjectName}" cannot be reached`,
    over: `The Wi-Fi console of connection "${subjectName}" can be reached again`,
    advice:
      'Check that the console is running and can be reached from here. Until then nobody new gets access, and ' +
      'leavers keep theirs. Usher retries at least once a minute; then everything that waits is carried out, ' +
      'leavers first.',
  }),
  'connection.accounts_refused': ({ subjectName, facts }) => ({
    headline:
      Number(facts.leavers) > 0
        ? `The Wi-Fi console of connection "${subjectName}" does not end access that is over`
        : `The Wi-Fi console of connection "${subjectName}" refuses accounts`,
    over: `The Wi-Fi console of connection "${subjectName}" takes all accounts again`,
    advice:
      'Look under Operations for what it said about each account. Correct its rules there, or the access rules of ' +
      'the connection; then test the connection, and what was refused is sent again.',
  }),
  'plan.held': ({ subjectName, facts }, at) => ({
    headline: `Connection "${subjectName}": removals need approval`,
    over: `Connection "${subjectName}": removals no longer need approval`,
    advice:
      `Review the plan under Runs, then approve or reject it before ${at(String(facts.expires_at))}. ` +
      'If nobody decides, it expires and nobody is removed.',
  }),
  'endings.held': ({ subjectName }) => ({
    headline: `Connection "${subjectName}" reports unusually many leavers`,
    over: `Connection "${subjectName}": leavers no longer need approval`,
    advice:
      'They keep access until somebody decides: review the plan under Runs, then approve or reject it. If it was a ' +
      'mistake in the directory, correct it there: people who are back are removed from the plan.',
  }),
  'file.refused': ({ subjectName, facts }) => ({
    headline: `A file for connection "${subjectName}" was not processed`,
    over: `Connection "${subjectName}" no longer waits for a rejected file`,
    advice:
      facts.verdict === 'held'
        ? "Review its findings on the connection's page, under Files. If it is correct after all, process it " +
          'anyway. Until then the last known data stays in force.'
        : "Review its findings on the connection's page, under Files, and send a complete and newer file. Until " +
          'then the last known data stays in force.',
  }),
  'delivery.waiting': ({ subjectName }) => ({
    headline: `Connection "${subjectName}" cannot send credentials`,
    over: `Connection "${subjectName}" can send credentials again`,
    advice:
      'Set up a way to send them: a mail server (USHER_SMTP_URL), an SMS gateway under Messages and templates, or ' +
      "another way in the connection's access rules. Testing the connection shows what is missing. Waiting " +
      'messages are then sent, one per second; those that have expired are dropped.',
  }),
  'certificate.expiring': ({ facts }, at) =>
    facts.usage === 'authority'
      ? {
          headline: `The certificate authority expires on ${at(String(facts.expires_at))}`,
          over: 'The certificate authority that was about to expire has a successor, or was retired',
          advice: facts.has_successor
            ? 'Its successor already issues. All certificates that it issued expire with it: give the devices that ' +
              'hold one their new profile, then retire it under Certificates.'
            : 'All certificates that it issued, and every profile that trusts it, expire with it: create its ' +
              'successor under Certificates, then give devices new profiles, which trust both.',
        }
      : {
          headline: `A certificate expires on ${at(String(facts.expires_at))}`,
          over: 'A certificate that was about to expire was revoked',
          advice: `Issue a new one to its holder, or let it expire. Its serial number is ${facts.serial}.`,
        },
  'webhook.failing': ({ subjectName }) => ({
    headline: `Webhook "${subjectName}" is failing`,
    over: `Webhook "${subjectName}" is working again`,
    advice:
      'Check the latest deliveries under Webhooks and fix the endpoint. Pending events are sent when it is back; ' +
      'after five days it is disabled.',
  }),
  'portal.guessing': ({ subjectName, facts }) =>
    facts.guessed === 'vouchers'
      ? {
          headline: `Somebody is guessing voucher codes on captive portal "${subjectName}"`,
          over: `Nobody is guessing voucher codes on captive portal "${subjectName}" any more`,
          advice:
            'For half an hour each attempt is delayed by 30 seconds to two minutes; guests who are online stay ' +
            'online. Find the gateway or access point under Locked-out guests and in the log of the gateway: device ' +
            'addresses are made up, so blocking single ones helps little. If it continues, print vouchers with ' +
            'longer codes and revoke the short ones, or remove Voucher from the sign-in methods of the portal.',
        }
      : {
          headline: `Somebody is guessing rooms and names on captive portal "${subjectName}"`,
          over: `Nobody is guessing rooms and names on captive portal "${subjectName}" any more`,
          advice:
            'For half an hour guests are also asked for their departure date or booking number. Locked-out guests ' +
            'shows the rooms and devices.',
        },
  'portal.controller_unreachable': ({ subjectName }) => ({
    headline: `Gateway "${subjectName}" cannot let guests in: its controller does not respond as expected`,
    over: `The controller of gateway "${subjectName}" works again`,
    advice:
      'Test the gateway under Gateways to see what is missing. Guests whose access has ended are disconnected as ' +
      'soon as the controller responds.',
  }),
  'portal.gateway_unknown': ({ subjectName, facts }) =>
    facts.gateways === 0
      ? {
          headline: `Captive portal "${subjectName}" has guests but no gateway`,
          over: `No guest was turned away at captive portal "${subjectName}" for an hour`,
          advice: 'Nobody can sign in there. Add the gateway under Gateways, in the network of the portal.',
        }
      : {
          headline: `An unknown gateway sends guests to captive portal "${subjectName}"`,
          over: `No unknown gateway sends guests to captive portal "${subjectName}" any more`,
          advice:
            'Its guests cannot sign in. If it is yours, add it under Gateways, or add its address to the login ' +
            'addresses of the gateway that it belongs to.',
        },
  'session.not_ended': ({ subjectName }) => ({
    headline: `Access point "${subjectName}" does not end sessions that are over`,
    over: `Access point "${subjectName}" ends sessions again`,
    advice:
      'Guests stay online there until their sessions end by themselves. Make sure it accepts Disconnect requests ' +
      'from this server (dynamic authorization, RFC 3576 or CoA: on, at the CoA port of the network, with its ' +
      'secret), or disconnect them there. Online now shows who they are.',
  }),
  'posting.unclear': ({ subjectName, facts }) => ({
    headline: `Charge ${facts.number} to room ${facts.room} by connection "${subjectName}" needs review`,
    over: `Charge ${facts.number} to room ${facts.room} by connection "${subjectName}" is settled`,
    advice:
      `Check in the hotel system whether room ${facts.room} was charged ${amountText(facts)}. The guest got nothing ` +
      'for it: cancel the charge, or give the guest a voucher. Usher never sends it again.',
  }),
  'report.undelivered': ({ subjectName }) => ({
    headline: `The report "${subjectName}" cannot be delivered`,
    over: `The report "${subjectName}" is delivered again, or no longer sent`,
    advice:
      'Check its recipients under Scheduled reports, and the mail server. After three failed deliveries in a row it ' +
      'is disabled.',
  }),
  'operator.emergency_sign_in': ({ subjectName }) => ({
    headline: `${subjectName} signed in without the required provider`,
    over: `No more sign-ins of ${subjectName} without the required provider`,
    advice:
      'Owners may do so when the provider fails. Ask whether it was the owner: if not, block the operator under ' +
      'Operators, which ends all sessions at once. The audit says from where it was.',
  }),
  'webhook.disabled': ({ subjectName }) => ({
    headline: `Webhook "${subjectName}" was disabled`,
    over: `Webhook "${subjectName}" is enabled again`,
    advice: 'Fix the endpoint, then enable it again under Webhooks.',
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
