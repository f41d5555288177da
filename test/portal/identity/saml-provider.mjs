// An identity provider as a process of its own: Auth0's samlp behind node:http. Who comes is signed in as the person
// whom the address names, `?as=anna`; a real one would ask.
import { createServer } from 'node:http';
import samlp from 'samlp';

const { key, certificate, people, signs, lifetimeInSeconds, signatureAlgorithm } = JSON.parse(
  process.env.SAML_PROVIDER,
);
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';

function profileMapper(person) {
  return {
    getClaims: () => ({
      [`${claims}emailaddress`]: person.email,
      [`${claims}givenname`]: person.firstName,
      [`${claims}surname`]: person.lastName,
      'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': person.groups,
      department: person.department,
      ...(person.objectId && { 'http://schemas.microsoft.com/identity/claims/objectidentifier': person.objectId }),
    }),
    getNameIdentifier: () => ({ nameIdentifier: person.nameId, nameIdentifierFormat: person.format }),
  };
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const issuer = `http://127.0.0.1:${server.address().port}/metadata`;
  const options = { issuer, cert: certificate, key, lifetimeInSeconds, signatureAlgorithm };
  const failed = (error) => response.writeHead(400).end(String(error?.message ?? error));
  const asExpress = { query: Object.fromEntries(searchParams), headers: request.headers, method: request.method };
  if (pathname === '/metadata') {
    const set = (name, value) => response.setHeader(name, value);
    const answer = { set, send: (text) => response.end(text) };
    const original = { ...asExpress, protocol: 'http', originalUrl: '/metadata' };
    return samlp.metadata({ ...options, redirectEndpointPath: '/sso', postEndpointPath: '/sso' })(
      original,
      answer,
      failed,
    );
  }
  samlp.parseRequest(asExpress, {}, (error, asked) => {
    if (error || !asked) return failed(error ?? 'No SAMLRequest');
    const url = asked.assertionConsumerServiceURL;
    samlp.auth({
      ...options,
      signResponse: signs !== 'assertion',
      signAssertion: signs !== 'response',
      recipient: url,
      destination: url,
      profileMapper,
      getUserFromRequest: () => people[searchParams.get('as') ?? 'anna'],
      getPostURL: (_audience, _request, _call, done) => done(null, url),
      responseHandler: (answer) => {
        const form = { url, SAMLResponse: answer.toString('base64'), RelayState: searchParams.get('RelayState') };
        response.setHeader('content-type', 'application/json').end(JSON.stringify(form));
      },
    })(asExpress, response, failed);
  });
}).listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
