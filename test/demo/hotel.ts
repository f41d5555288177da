import { createInterface } from 'node:readline';
import { SimulatedHotel } from '../simulators/fias/hotel.js';

/**
 * `npm run hotel`: a hotel system that speaks FIAS on this machine, for whoever has none at hand. Guests come and go by
 * what is typed.
 */
const port = 5010;
const usage = 'Type "in 413 Mueller", "move 412 414" or "out 412"; Ctrl-C ends it.';
const hotel = new SimulatedHotel({ port, encoding: 'utf-8' });
const say = (line: string) => process.stdout.write(`${line}\n`);

hotel.checkIn({ room: '412', lastName: 'Novakova', firstName: 'Eva' });
await hotel.start();
say(`The hotel speaks FIAS on 127.0.0.1:${port}. Eva Novakova is in room 412. ${usage}`);
for await (const line of createInterface({ input: process.stdin })) say(done(line.trim().split(/\s+/)));

function done([what, room = '', other = '']: readonly string[]): string {
  const guests = hotel.house.inRoom(room);
  if (what === 'in' && room && other) {
    hotel.checkIn({ room, lastName: other });
    return `${other} is in room ${room}`;
  }
  if (guests.length === 0) return room ? `Nobody is in room ${room}` : usage;
  if (what === 'out') for (const { reservation } of guests) hotel.checkOut(reservation);
  else if (what === 'move' && other) for (const { reservation } of guests) hotel.move(reservation, other);
  else return usage;
  return `${guests.map(({ lastName }) => lastName).join(', ')}: ${what} ${other}`.trim();
}
