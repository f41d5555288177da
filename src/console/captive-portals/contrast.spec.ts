import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contrast, darkPage, edgeOnDark, leastOfControls, textColourOn } from './contrast.js';

const colours = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('a button of any colour stands out from the dark page, and its text can be read', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      expect(contrast(edgeOnDark(colour), darkPage)).toBeGreaterThanOrEqual(leastOfControls);
      expect(contrast(colour, textColourOn(colour))).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('a colour that stands out by itself is its own edge', () => {
  expect([edgeOnDark('#ffd54a'), edgeOnDark('#123456')]).toEqual(['#ffd54a', '#949494']);
});
