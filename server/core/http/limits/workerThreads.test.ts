/** Work in threads of its own ends with its client, with the server, and when it is too much. */
import { EventEmitter } from 'node:events';
import { onTestFinished, expect, test } from 'vitest';
import type { Work } from '#test/threadWork.ts';
import { WorkerThreads } from './workerThreads.ts';

const tooMuch = 'This is too much.';

function threadsOf(longestMs = 60_000) {
  const threads = new WorkerThreads<{ what: Work }, { what: Work }>({
    module: new URL('../../../../test/threadWork.ts', import.meta.url),
    threads: 1,
    memoryMb: 32,
    longestMs,
    tooMuch,
  });
  onTestFinished(async () => await threads.stop());
  return threads;
}

test('a client that disconnects ends its task, and the thread goes on with the next', async () => {
  const threads = threadsOf();
  const [leaving, waiting] = [new EventEmitter(), new EventEmitter()];
  const left = threads.run({ what: 'goes on' }, leaving);
  const next = threads.run({ what: 'answers' }, waiting);
  const refused = expect(left).rejects.toMatchObject({ code: 'unavailable' });
  leaving.emit('close');
  await refused;
  expect(await next).toEqual({ what: 'answers' });
  const gone = Object.assign(new EventEmitter(), { closed: true });
  await expect(threads.run({ what: 'answers' }, gone)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a task is refused with a 503 when the server stops', async () => {
  const threads = threadsOf();
  const refused = expect(threads.run({ what: 'goes on' }, new EventEmitter())).rejects.toMatchObject({
    code: 'unavailable',
  });
  await threads.stop();
  await refused;
  await expect(threads.run({ what: 'answers' }, new EventEmitter())).rejects.toMatchObject({ code: 'unavailable' });
});

test('a task that takes too long or too much memory is refused with its sentence', async () => {
  const refusal = { code: 'too_large', message: tooMuch };
  await expect(threadsOf(100).run({ what: 'goes on' }, new EventEmitter())).rejects.toMatchObject(refusal);
  const threads = threadsOf();
  await expect(threads.run({ what: 'takes memory' }, new EventEmitter())).rejects.toMatchObject(refusal);
  expect(await threads.run({ what: 'answers' }, new EventEmitter())).toEqual({ what: 'answers' });
});

test('a task that throws rejects with its error', async () => {
  await expect(threadsOf().run({ what: 'fails' }, new EventEmitter())).rejects.toThrow('it failed');
});

test('a thread that cannot start rejects with the reason', async () => {
  const missing = 'none.ts';
  const module = new URL(`./${missing}`, import.meta.url);
  const threads = new WorkerThreads({ module, threads: 1, memoryMb: 32, longestMs: 60_000, tooMuch });
  onTestFinished(async () => await threads.stop());
  await expect(threads.run({}, new EventEmitter())).rejects.toThrow('none.ts');
});
