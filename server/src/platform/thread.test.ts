import { expect, it } from 'vitest'
import { type Bounds, createThread } from './thread.ts'

const file = (answer: string) =>
  new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads';
     let asked = 0;
     parentPort.on('message', async (question) => { asked++; parentPort.postMessage(await (${answer})(question)) })`,
  )
const bounds: Bounds = { seconds: 60, megabytes: 64, waiting: 1, tooMuch: 'Too much', busy: 'Later' }

it('a worker thread answers requests in order, each with its own answer', async () => {
  const thread = createThread<number, number[]>(file('(number) => [number * 2, asked]'))
  expect(await Promise.all([1, 2, 3].map((number) => thread.ask(number)))).toEqual([
    [2, 1],
    [4, 2],
    [6, 3],
  ])
  await thread.close()
})

it('a thread with limits keeps no state between requests', async () => {
  const thread = createThread<number, number[]>(file('(number) => [number, asked]'), bounds)
  expect([await thread.ask(1), await thread.ask(2)]).toEqual([
    [1, 1],
    [2, 1],
  ])
})

it('an error in a thread fails only the current request', async () => {
  const fails = file(`(text) => { if (text === 'fail') throw new Error('Failed so'); return text }`)
  for (const thread of [createThread(fails), createThread(fails, bounds)]) {
    await expect(thread.ask('fail')).rejects.toThrow('Failed so')
    expect(await thread.ask('go on')).toBe('go on')
    await thread.close()
  }
})

it('a request beyond the limit of time or memory is refused, and the next one is answered', async () => {
  const code = { name: 'Refusal', code: 'too_large', message: 'Too much' }
  const time = createThread(file('(text) => { while (text === "loop"); return text }'), {
    ...bounds,
    seconds: 3,
  })
  await expect(time.ask('loop')).rejects.toMatchObject(code)
  expect(await time.ask('go on')).toBe('go on')
  const memory = createThread(
    file('(text) => { const all = []; while (text === "grow") all.push([text]); return text }'),
    { ...bounds, megabytes: 32 },
  )
  await expect(memory.ask('grow')).rejects.toMatchObject(code)
  expect(await memory.ask('go on')).toBe('go on')
})

it('a request beyond the queue limit of a thread is refused as busy', async () => {
  const thread = createThread<number, number>(file('(number) => number'), bounds)
  const answers = await Promise.allSettled([1, 2, 3].map((number) => thread.ask(number)))
  expect(answers).toMatchObject([
    { value: 1 },
    { value: 2 },
    { reason: { code: 'busy', message: 'Later', detail: { retryAfterSeconds: 2 } } },
  ])
})

it('closing a thread rejects its open request', async () => {
  const thread = createThread(file('() => new Promise(() => {})'))
  const asked = expect(thread.ask('anything')).rejects.toThrow('closed')
  await thread.close()
  await asked
})
