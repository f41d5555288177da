import { createHmac } from 'node:crypto';

/** One attempt to be signed. */
export interface Attempt {
  readonly body: string;
  readonly id: string;
  /** Whole seconds since 1970. */
  readonly time: number;
  readonly secret: string;
}

const digest = (secret: string | Buffer, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(text).digest(encoding);

/** How senders sign, each as its vendor documents it; made here from that and from nothing of the service's own. */
export const signings: Readonly<Record<string, (attempt: Attempt) => Readonly<Record<string, string>>>> = {
  'standard-webhooks': ({ body, id, time, secret }) => ({
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature':
      'v1,' + digest(Buffer.from(secret.replace('whsec_', ''), 'base64'), `${id}.${time}.${body}`, 'base64'),
  }),
  Svix: ({ body, id, time, secret }) => ({
    'svix-id': id,
    'svix-timestamp': String(time),
    'svix-signature': [
      'b2xk',
      digest(Buffer.from(secret.replace('whsec_', ''), 'base64'), `${id}.${time}.${body}`, 'base64'),
    ]
      .map((each) => `v1,${each}`)
      .join(' '),
  }),
  Envoy: ({ body, secret }) => ({ 'x-envoy-signature': digest(secret, body, 'base64') }),
  'Kisi, GitHub': ({ body, secret }) => ({ 'x-signature': `sha256=${digest(secret, body, 'hex')}` }),
  Verkada: ({ body, time, secret }) => ({ 'verkada-signature': `${time}|${digest(secret, `${body}|${time}`, 'hex')}` }),
  OfficeRnD: ({ body, time, secret }) => ({
    'officernd-signature': `t=${time},x=${digest(secret, `${body}.${time}`, 'hex')}`,
  }),
  Stripe: ({ body, time, secret }) => ({
    'stripe-signature':
      `t=${time},v1=${digest('retired-secret', `${time}.${body}`, 'hex')}` +
      `,v1=${digest(secret, `${time}.${body}`, 'hex')}`,
  }),
  Nexudus: ({ body, secret }) => ({ 'x-nexudus-hook-signature': digest(secret, body, 'hex').toUpperCase() }),
  Mindbody: ({ body, secret }) => ({ 'x-mindbody-signature': `sha256=${digest(secret, body, 'base64')}` }),
  basic: ({ secret }) => ({ authorization: `Basic ${Buffer.from(`desk:${secret}`).toString('base64')}` }),
  bearer: ({ secret }) => ({ authorization: `Bearer ${secret}` }),
  header: ({ secret }) => ({ 'x-sine-auth': secret }),
};
