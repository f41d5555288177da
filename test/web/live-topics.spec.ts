import { expect, test } from '@jest/globals';
import { topicPermissions } from '../../src/people/live/topics.js';
import { liveTopics } from '../../web/src/app/live-topics.js';

test('the console listens to every topic by the permission that the service wants for it', () => {
  expect(liveTopics).toEqual(topicPermissions);
});
