import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Where guests reach the portal in Chromium. */
export const portalAt = 'http://wifi.example.com';

/**
 * A gateway that lets in whoever comes to 10.1.0.1:3990, and says so. `argsFor`: how Chromium finds it, and the portal
 * at that port.
 */
export async function welcomingGateway() {
  const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end('<p>You are in'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    argsFor: (portalPort: number) => [
      `--host-resolver-rules=MAP 10.1.0.1:3990 127.0.0.1:${port}, MAP wifi.example.com:80 127.0.0.1:${portalPort}`,
      // It would ask port 443 first.
      '--disable-features=HttpsUpgrades',
    ],
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type WelcomingGateway = Awaited<ReturnType<typeof welcomingGateway>>;
