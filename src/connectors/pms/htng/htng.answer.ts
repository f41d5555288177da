import type { Instant } from '../../../kernel/clock.js';
import type { HookAnswer } from '../../../provisioning/connector/hook-answer.js';
import { soap } from './htng.wire.js';
import { at, escaped, type HtngElement } from './htng.xml.js';

/**
 * What the sender wants to hear when its message is stored: `…RS` in the SOAP of the request, with its tokens. `flaw`:
 * the message was theirs and could not be read.
 */
export function soapAnswer(envelope: HtngElement | undefined, now: Instant, flaw?: string): HookAnswer {
  const asked = at(envelope, 'Body')?.children[0];
  const version = envelope?.namespace === soap.twelve ? soap.twelve : soap.eleven;
  const name = asked?.name.endsWith('RQ') ? `${asked.name.slice(0, -2)}RS` : 'HTNG_ResponseBaseType';
  const namespace = asked?.namespace ?? 'http://htng.org/2014B';
  const kept = ['EchoToken', 'CorrelationID', 'Version', 'Target']
    .filter((each) => asked?.attributes[each] !== undefined)
    .map((each) => ` ${each}="${escaped(asked!.attributes[each])}"`);
  const outcome =
    flaw === undefined ? '<Success/>' : `<Errors><Error Type="3" ShortText="${escaped(flaw.slice(0, 200))}"/></Errors>`;
  const correlation = at(envelope, 'Header', 'CorrelationID');
  const header = correlation
    ? `<soap:Header><CorrelationID xmlns="${escaped(correlation.namespace)}">${escaped(correlation.text.trim())}` +
      '</CorrelationID></soap:Header>'
    : '';
  const body =
    `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${version}">${header}<soap:Body>` +
    `<${name} xmlns="${escaped(namespace)}"${kept.join('')} TimeStamp="${now}">${outcome}</${name}>` +
    '</soap:Body></soap:Envelope>';
  const type = version === soap.twelve ? 'application/soap+xml' : 'text/xml';
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8` }, body };
}
