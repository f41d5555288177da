import { expect, test } from '@jest/globals';
import { FairPlaces } from './fair-places.js';

const patience = { milliseconds: 5, inVain: () => new Error('all connections are busy') };

test('organizations are admitted in turn, each in order of arrival', async () => {
  const places = new FairPlaces(() => 1);
  const admitted: string[] = [];
  await places.acquire('busy');
  const waits = [
    ['busy', 'busy 2'],
    ['busy', 'busy 3'],
    ['quiet', 'quiet 1'],
  ].map(([organization, name]) => places.acquire(organization).then(() => admitted.push(name)));
  for (const wait of waits.keys()) {
    places.release();
    await Promise.any(waits.slice(wait));
  }
  await Promise.all(waits);
  expect(admitted).toEqual(['busy 2', 'quiet 1', 'busy 3']);
});

test('who waited in vain is told why, and takes no place from those who wait on', async () => {
  const places = new FairPlaces(() => 1);
  await places.acquire('one');
  const patient = places.acquire('one');
  await expect(places.acquire('one', patience)).rejects.toThrow('all connections are busy');
  await expect(places.acquire('other', patience)).rejects.toThrow('all connections are busy');
  places.release();
  await patient;
  places.release();
  await places.acquire('other', patience);
});
