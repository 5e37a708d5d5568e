import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { ENQ, framesOf } from '../wire/astm-frame.ts'
import { mllpFrame } from '../wire/mllp.ts'
import type { Line } from './talk.ts'
import { talkAstm } from './talk-astm.ts'
import { talkHl7 } from './talk-hl7.ts'

/** Two ends of a connection. */
async function connection(): Promise<{ analyser: Socket; socket: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const analyser = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [socket] = await accepted
  server.close()
  for (const end of [analyser, socket]) end.on('error', () => {})
  return { analyser, socket }
}

const noOrders = { ordersFor: async () => null, sent: () => {} }

describe('a conversation with an analyser that floods', () => {
  it('takes nothing in while a message is being stored, also one that came with the message before', async () => {
    const { analyser, socket } = await connection()
    const stored: (() => void)[] = []
    const keep: Line['keep'] = () => new Promise((done) => stored.push(() => done(null)))
    const line = { socket, keep, complain: () => {}, ...noOrders }
    const { over } = talkAstm(line, { checksum: true, acknowledged: true })
    // Each record is a terminator, and so a message.
    const frames = framesOf(Buffer.from('L|1\rL|2\r'), { checksum: true, perRecord: true })
    analyser.write(Buffer.concat([Buffer.of(ENQ), ...frames]))
    await expect.poll(() => stored.length).toBe(1)
    stored[0]?.()
    await expect.poll(() => stored.length).toBe(2)
    expect(socket.isPaused()).toBe(true)
    stored[1]?.()
    await expect.poll(() => socket.isPaused()).toBe(false)
    over()
    analyser.destroy()
    socket.destroy()
  })

  it('ends if a message never ends, or is longer than 16 MiB', async () => {
    const header = Buffer.from('\u000bMSH|^~\\&|A|B|||20260309||ORU^R01|7|P|2.3.1\r')
    for (const [rest, complaint] of [
      [Buffer.from('OBX|1|'), 'A message was not complete after a minute; the connection was closed'],
      [Buffer.alloc(16 * 1024 * 1024, 'x'), 'A message was longer than 16 MiB; the connection was closed'],
    ] as const) {
      const { analyser, socket } = await connection()
      const complaints: string[] = []
      const kept: Buffer[] = []
      const line = {
        socket,
        keep: async (bytes: Buffer) => {
          kept.push(bytes)
          return bytes
        },
        complain: (about: string) => complaints.push(about),
        ...noOrders,
      }
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        talkHl7(line, 'utf8', () => '20260309083000')
        const closed = once(socket, 'close')
        analyser.write(Buffer.concat([header, rest]))
        while (rest.length < 100 && socket.bytesRead < header.length + rest.length) await once(socket, 'data')
        vi.advanceTimersByTime(59_000)
        if (rest.length < 100) expect(complaints).toEqual([])
        vi.advanceTimersByTime(2_000)
        await closed
      } finally {
        vi.useRealTimers()
      }
      expect(complaints).toEqual([complaint])
      expect(kept).toEqual([])
      analyser.destroy()
    }
  })

  it('ends if the analyser never reads the answers', async () => {
    const { analyser, socket } = await connection()
    const complaints: string[] = []
    const complain = (about: string) => complaints.push(about)
    const line = { socket, keep: async (bytes: Buffer) => bytes, complain, ...noOrders }
    talkHl7(line, 'utf8', () => '20260309083000')
    const closed = once(socket, 'close')
    const message = `MSH|^~\\&|A|B|||20260309||ORU^R01|${'7'.repeat(100_000)}|P|2.3.1\r`
    analyser.pause()
    for (let n = 0; n < 200; n++) analyser.write(mllpFrame(message, 'utf8'))
    await closed
    expect(complaints).toEqual(['The analyser does not read the answers; the connection was closed'])
    analyser.destroy()
  })
})
