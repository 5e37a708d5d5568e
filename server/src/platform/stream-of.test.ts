import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Log } from './log.ts'
import { streamOf } from './stream-of.ts'

/** A source of this many chunks, followed by an error. */
async function* parts(many: number) {
  for (let part = 0; part < many; part++) yield Buffer.from('part')
  throw new Error('no more')
}

function watched(many: number) {
  let ends = 0
  const noted: string[] = []
  const end = async () => {
    ends++
    throw new Error('gone already')
  }
  const log = { warn: (_: object, message: string) => void noted.push(message) } as Pick<Log, 'warn'>
  return { stream: streamOf(parts(many), end, log), ends: () => ends, noted }
}

describe('a stream of a source', () => {
  it('a stream closes its source once, when it is read to the end or fails', async () => {
    const { stream, ends } = watched(2)
    await expect(stream.toArray()).rejects.toThrow('no more')
    await expect.poll(ends).toBe(1)
  })

  it('a stream closes its source before its reader sees the end', async () => {
    let ended = false
    const end = async () => {
      await sleep(20)
      ended = true
    }
    const one = async function* () {
      yield Buffer.from('all')
    }
    const stream = streamOf(one(), end, { warn: () => {} })
    expect((await stream.toArray()).join()).toBe('all')
    expect(ended).toBe(true)
  })

  it('a stream closes its source when the reader disconnects', async () => {
    const { stream, ends } = watched(Number.POSITIVE_INFINITY)
    await new Promise((resolve) => stream.once('data', resolve))
    stream.destroy()
    await expect.poll(ends).toBe(1)
  })

  it('a stream closes its source if the reader had disconnected before the first chunk', async () => {
    const { stream, ends, noted } = watched(1)
    stream.destroy()
    await expect.poll(ends).toBe(1)
    expect(noted).toEqual(['what a stream was read from did not end cleanly'])
  })
})
