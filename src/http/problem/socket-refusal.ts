import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { problemDocument, problemMediaType } from './problem-document.js';

const refusals: Readonly<Record<string, readonly [number, string] | undefined>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
};

/**
 * Answers what was not even HTTP, on its socket, and closes that: there is no request that a hook or filter could see.
 */
export function refuseOnSocket(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, detail] = refusals[error.code ?? ''] ?? [400, 'This is not an HTTP request that can be understood'];
  const body = Buffer.from(JSON.stringify(problemDocument(status, detail, '')));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${problemMediaType}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  if (socket.writable && !isAnswering(socket))
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
  socket.destroySoon();
}

/** Nonsense behind a good request comes while that one's answer is on its way: nothing may be written into it. */
function isAnswering(socket: Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}
