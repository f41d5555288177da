import { createHash, createHmac } from 'node:crypto';

/** As FreeRADIUS forwards a packet of this access point. */
export function forwarded(id: number, client: string, secret: string): Buffer {
  const ours = Buffer.concat([Buffer.from([0, 0, 0x7e, 0xd9, 1, client.length + 2]), Buffer.from(client)]);
  const body = Buffer.concat([Buffer.from([40, 6, 0, 0, 0, 1]), Buffer.from([26, ours.length + 2]), ours]);
  const packet = Buffer.concat([Buffer.from([4, id, 0, 0]), Buffer.alloc(16), body]);
  packet.writeUInt16BE(packet.length, 2);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

/** Are you there? (RFC 5997) */
export function statusServer(id: number, secret: string): Buffer {
  const packet = Buffer.alloc(38);
  packet.set([12, id, 0, 38]);
  packet.set([80, 18], 20);
  createHmac('md5', secret).update(packet).digest().copy(packet, 22);
  return packet;
}
