import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { problemDocument, problemMediaType } from './problem-document.js';

const refusals: Readonly<Record<string, readonly [number, string] | undefined>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
};

/**
 * Answers on the socket when the bytes were not even HTTP, then closes it: there is no request for a hook or filter.
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

/** Garbage may follow a good request while its answer is being sent: nothing may be written into that answer. */
function isAnswering(socket: Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}
