// The certified oidc-provider as a process of its own. argv: port, redirect address, and JSON of people and more.
import { generateKeyPairSync } from 'node:crypto';
import Provider from 'oidc-provider';

const [port, redirect, given] = process.argv.slice(2);
const { people, signing = 'RS256' } = JSON.parse(given);
const kinds = { RS256: ['rsa', { modulusLength: 2048 }], ES256: ['ec', { namedCurve: 'P-256' }] };
const { privateKey } = generateKeyPairSync(...kinds[signing]);
const clients = ['usher', 'elsewhere'].map((id) => ({
  client_id: id,
  client_secret: `secret of ${id}`,
  redirect_uris: [redirect],
  id_token_signed_response_alg: signing,
}));
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients,
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: signing }] },
  cookies: { keys: ['a key of the test'] },
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'preferred_username', 'groups', 'department'],
  },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
});
// People and what is said of them change, as at any provider.
process.on('message', (now) => {
  Object.assign(people, now);
  process.send?.('changed');
});
provider.listen(Number(port), '127.0.0.1', () => process.send?.('listening'));
