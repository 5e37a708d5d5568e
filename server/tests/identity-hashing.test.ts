import { availableParallelism } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Refusal } from '#server/platform/errors.ts'
import { createHasher, hasher } from '#server/platform/hasher.ts'
import { openTestApp } from './harness.ts'

test('a password hash is argon2id with 19 MiB, two passes, one lane and its own salt', async () => {
  const [one, other] = [await hasher.hash('seven white lorries'), await hasher.hash('seven white lorries')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(await hasher.verify(one, 'seven white lorries')).toBe(true)
  expect(await hasher.verify(one, 'seven white lorry')).toBe(false)
  expect(await hasher.verify(null, 'seven white lorries')).toBe(false)
})

test('hashing has a limit of running and of waiting hashes, and refuses more with a time to retry', async () => {
  const small = createHasher(2, 3)
  const started = Array.from({ length: 5 }, () => small.hash('a password'))
  expect(small.load).toEqual({ running: 2, waiting: 3 })
  const refusal = await small.hash('a password').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'busy', detail: { retryAfterSeconds: 2 } })
  await Promise.all(started)
  expect(small.load).toEqual({ running: 0, waiting: 0 })
  expect(await small.hash('a password')).toMatch(/^\$argon2id/)
})

test('a failed hash frees its slot', async () => {
  const small = createHasher(1, 1)
  await expect(small.verify('no hash at all', 'a password')).rejects.toThrow()
  expect(small.load).toEqual({ running: 0, waiting: 0 })
})

test('a flood of log-ins is answered completely, partly as busy, while other requests continue', async () => {
  const lab = await openTestApp()
  const ama = await lab.signUpPatient()
  const countTries = async () =>
    Number((await lab.pool.query('select count(*) from rate_limit')).rows[0].count)
  const triesBefore = await countTries()
  let most = 0
  let open = 300
  const flood = Array.from({ length: open }, async (_, n) => {
    const answer = await lab.call('POST', '/api/auth/login', {
      body: { email: `person${n}@example.com`, password: 'a guess' },
      from: `10.7.${Math.floor(n / 100)}.${n % 100}`,
    })
    open--
    return answer
  })
  let served = 0
  while (open > 0) {
    most = Math.max(most, hasher.load.running)
    const health = await lab.call('GET', '/healthz')
    const profile = await lab.call('GET', '/api/auth/profile', { by: ama })
    expect([health.statusCode, profile.statusCode]).toEqual([200, 200])
    if (hasher.load.waiting > 0) served++
    await turn()
  }
  const answers = await Promise.all(flood)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1))
  // Other requests were answered while log-ins were queued.
  expect(served).toBeGreaterThan(0)
  const [refused, busy] = [401, 503].map((status) =>
    answers.filter(({ statusCode }) => statusCode === status),
  )
  expect((refused?.length ?? 0) + (busy?.length ?? 0)).toBe(300)
  expect(refused?.length).toBeGreaterThanOrEqual(65)
  for (const answer of busy ?? []) {
    expect(answer.json().code).toBe('busy')
    expect(answer.headers['retry-after']).toBe('2')
  }
  // A log-in that is refused as busy is refused before its first statement, and so counts for none of the four limits.
  expect(await countTries()).toBe(triesBefore + 4 * (refused?.length ?? 0))
  await lab.close()
})
