/**
 * Frames of our own, stored among those of the hotel system to keep their order. They begin with STX, which no frame
 * from the wire can contain, so nobody can send one.
 */
const prefix = Buffer.of(0x02);

/** The link broke between the beginning and the end of a full list. */
export const listBrokenMarker = Buffer.concat([prefix, Buffer.from('list broken')]);

/** A frame was given up: too long, or without an end. */
export const brokenFrameMarker = Buffer.concat([prefix, Buffer.from('broken frame')]);
