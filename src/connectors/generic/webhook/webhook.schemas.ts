import { shapesBy, integerPart, word } from '../../../provisioning/connector/setting-schema.js';

const header = word('Header', { examples: ['x-signature'], description: 'Its name in lower case.' });
const tolerance = integerPart('Seconds by which the time may differ', 1, 3600);

/** What webhook.verifier.ts checks, as a form. */
export const verifierSchema = shapesBy('type', {
  'standard-webhooks': { title: 'Standard Webhooks', properties: { tolerance_seconds: tolerance } },
  hmac: {
    title: 'Signature in a header (HMAC)',
    required: ['header'],
    properties: {
      header,
      algorithm: word('Algorithm', { enum: ['sha1', 'sha256', 'sha512'], description: 'sha256 where none is given.' }),
      encoding: word('Encoding of the signature', { enum: ['hex', 'base64'] }),
      prefix: word('Before the signature', { examples: ['sha256='] }),
      form: word('Form of the header', {
        enum: ['whole', 'pairs', 'parts', 'list'],
        description: 'whole: the signature alone; pairs: t=…,v1=…; parts: time and signature; list: several.',
      }),
      time_name: word('Name of the time in pairs', { examples: ['t'] }),
      signature_name: word('Name of the signature in pairs', { examples: ['v1'] }),
      divider: word('Between the parts', { examples: [','] }),
      time_header: word('Header with the time', { examples: ['x-timestamp'] }),
      id_header: word('Header with the id', { examples: ['x-message-id'] }),
      signed_text: word('What is signed', { examples: ['{time}.{body}'], description: '{body} where none is given.' }),
      secret_encoding: word('How the secret is written', { enum: ['utf8', 'base64', 'hex'] }),
      tolerance_seconds: tolerance,
    },
  },
  basic: {
    title: 'User name and password',
    required: ['username'],
    properties: { username: word('User name', { description: 'The password is the secret.' }) },
  },
  bearer: { title: 'Bearer token' },
  header: { title: 'Key in a header', required: ['header'], properties: { header } },
  none: { title: 'By the path token alone' },
});

const field = word('Member of the answer', {
  examples: ['challenge'],
  description: 'Of a JSON object; without one the challenge goes back as text.',
});

/** What webhook.handshake.ts checks, as a form. */
export const handshakeSchema = shapesBy('type', {
  query: {
    title: 'In a query parameter',
    required: ['name'],
    properties: { name: word('Parameter', { examples: ['validationToken'] }), field },
  },
  header: { title: 'In a header', required: ['header'], properties: { header, field } },
  body: {
    title: 'In the message',
    required: ['pointer'],
    properties: { pointer: word('Pointer', { examples: ['/challenge'] }), field },
  },
});
