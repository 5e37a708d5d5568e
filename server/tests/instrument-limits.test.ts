import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { addAnalyser, dial, hold, lines, sendHl7, turn } from './instruments.ts'

let lab: TestApp
let manager: Person

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { fullName: 'Mansa Manager' })
})
afterAll(() => lab.close())

const rows = async (statement: string, ...values: unknown[]) => (await lab.pool.query(statement, values)).rows
const message = (id: string, more = '') =>
  lines(
    `MSH|^~\\&|A|B|||20260309083000||ORU^R01|${id}|P|2.3.1`,
    `OBR|1||${id}`,
    `OBX|1|NM|GLU||5.1|mmol/L${more}`,
  )

it('one process holds 64 links and no more, and a message may have 16 MiB', async () => {
  const analysers: { id: string; port: number }[] = []
  for (let n = 0; n < 65; n++) {
    const name = `Analyser ${String(n).padStart(2, '0')}`
    analysers.push(await addAnalyser(lab, manager, 'generic-hl7', { name }))
  }
  for (const { id } of analysers) await turn(lab, manager, id, 'trial')
  const holding = hold(lab)
  const sockets: Socket[] = []
  for (const { port } of analysers.slice(0, 64)) sockets.push(await dial(port))
  const answers = await Promise.all(sockets.map((socket, n) => sendHl7(socket, message(`M${n}`))))
  expect(answers.map((answer) => /MSA\|(\w+)\|(\w+)/.exec(answer)?.slice(1))).toEqual(
    answers.map((_, n) => ['AA', `M${n}`]),
  )
  const [{ count }] = await rows('select count(distinct instrument_id)::int from instrument_message')
  expect(count).toBe(64)
  // The last analyser by name has no link.
  const [first] = sockets
  const refused = await dialOnce(analysers[64]?.port ?? 0)
  expect(refused).toBe('ECONNREFUSED')
  if (!first) throw new Error('No link')
  const almost = 16 * 1024 * 1024 - 200
  expect(await sendHl7(first, message('LARGE', `|${'x'.repeat(almost)}`))).toContain('MSA|AA|LARGE')
  expect(
    (await rows('select max(octet_length(bytes)) as size from instrument_message'))[0].size,
  ).toBeGreaterThan(almost)
  for (const socket of sockets) socket.destroy()
  for (const { id } of analysers) await turn(lab, manager, id, 'off')
  await holding.stop()
})

it('another process takes the links over when the process that holds them has died', async () => {
  const { id, port } = await addAnalyser(lab, manager, 'generic-hl7', { name: 'Taken over' })
  await turn(lab, manager, id, 'trial')
  // The lease of a process that was killed just after it had renewed it.
  await lab.superuser.query(
    `update instrument_holder set holder = gen_random_uuid(), held_until = now() + make_interval(secs => 6)`,
  )
  // As in the product: a look every two seconds.
  const holding = hold(lab, 2_000)
  await expect.poll(() => dialOnce(port), { timeout: 10_000 }).toBe('connected')
  await holding.stop()
})

async function dialOnce(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => 'connected'),
    once(socket, 'error').then(([error]) => String(error.code)),
  ]).catch((error: { code?: string }) => String(error.code))
  socket.destroy()
  return outcome
}
