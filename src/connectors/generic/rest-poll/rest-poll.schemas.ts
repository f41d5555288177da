import { shape, shapesBy, integerPart, word } from '../../../provisioning/connector/setting-schema.js';

/** What rest-poll.rules.ts checks, as forms. */
export const authenticationSchema = shapesBy('type', {
  none: { title: 'None' },
  basic: {
    title: 'User name and password',
    required: ['username'],
    properties: { username: word('User name', { description: 'The password is the secret.' }) },
  },
  bearer: { title: 'Bearer token' },
  header: {
    title: 'Key in a header',
    required: ['header'],
    properties: { header: word('Header', { examples: ['x-api-key'], description: 'Its name in lower case.' }) },
  },
  client_credentials: {
    title: 'OAuth 2 client credentials',
    required: ['token_url', 'client_id'],
    properties: {
      token_url: word('Address of the token', { format: 'uri', examples: ['https://id.example.com/token'] }),
      client_id: word('Client id', { examples: ['usher'] }),
      scope: word('Scope'),
      sent_in: word('Id and secret are sent in', { enum: ['header', 'form'] }),
    },
  },
});

const total = {
  total: word('Pointer to the total', { examples: ['/total'] }),
  total_header: word('Header with the total', { examples: ['x-total-count'] }),
};
const sized = {
  size_parameter: word('Parameter of the size', { examples: ['per_page'] }),
  size: integerPart('Records on a page', 1, 10_000),
};
const next = word('Pointer to the next', { examples: ['/next'] });

export const pagingSchema = shapesBy('style', {
  none: { title: 'The whole list at once', properties: total },
  page: {
    title: 'Pages by number',
    required: ['parameter'],
    properties: {
      parameter: word('Parameter of the page', { examples: ['page'] }),
      first: integerPart('Number of the first page', 0, 1),
      ...sized,
      ...total,
    },
  },
  offset: {
    title: 'Pages by offset',
    required: ['parameter'],
    properties: { parameter: word('Parameter of the offset', { examples: ['offset'] }), ...sized, ...total },
  },
  cursor: {
    title: 'Pages by a cursor',
    required: ['parameter', 'next'],
    properties: { parameter: word('Parameter of the cursor', { examples: ['cursor'] }), next, ...sized, ...total },
  },
  'next-url': {
    title: 'The answer has the address of the next page',
    required: ['next'],
    properties: { next, ...sized, ...total },
  },
  link: { title: 'The header Link has it', properties: { ...sized, ...total } },
});

export const sinceSchema = shape(
  {
    parameter: word('Parameter', { examples: ['updated_since'] }),
    format: word('Form of the instant', { enum: ['iso', 'epoch-s', 'epoch-ms', 'date'] }),
    overlap_seconds: integerPart('Seconds that each poll goes back', 0, 86_400),
  },
  ['parameter'],
);
