import { expect, test } from '@jest/globals';
import { SharedQuestion } from './shared-question.js';

function asked() {
  const answers: { give: (answer: number) => void; fail: (error: Error) => void }[] = [];
  const question = new SharedQuestion<number>(
    () =>
      new Promise((give, fail) => {
        answers.push({ give, fail });
      }),
  );
  return { answers, question };
}
const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test('callers that come during a query share the next one, and no one gets an answer older than the call', async () => {
  const { answers, question } = asked();
  const first = question.ask();
  const [second, third] = [question.ask(), question.ask()];
  expect(answers).toHaveLength(1);
  answers[0].give(1);
  await settled();
  expect(answers).toHaveLength(2);
  answers[1].give(2);
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 2]);
});

test('a query that failed is told to whoever asked it; who waited behind it gets an answer', async () => {
  const { answers, question } = asked();
  const [first, second] = [question.ask(), question.ask()];
  const refusal = expect(first).rejects.toThrow('the standby is away');
  answers[0].fail(new Error('the standby is away'));
  await refusal;
  await settled();
  answers[1].give(2);
  expect(await second).toBe(2);
  const later = question.ask();
  answers[2].give(3);
  expect(await later).toBe(3);
});
