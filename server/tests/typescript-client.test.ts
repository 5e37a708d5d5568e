import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyScopeNames } from '#contract/key-scopes.ts'
import { deliverWebhooks } from '#server/modules/fhir/index.ts'
import { writeCalls } from '../../scripts/client-calls.ts'
import { openTestApp, type TestApp } from './harness.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const source = join(root, 'clients/typescript')
const [booking = '', errors = '', webhook = ''] = [
  ...readFileSync(join(source, 'README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs),
].map(([, block = '']) => block)

/** An empty folder into which the packed client is installed without a network. */
const folder = mkdtempSync(join(tmpdir(), 'phial-client-'))
let lab: TestApp
let url: string
let client: { id: string; secret: string }
let env: Record<string, string>

beforeAll(async () => {
  lab = await openTestApp({ settings: { WEBHOOKS_TO_PRIVATE: '1' } })
  url = await lab.listen()
  const key = { name: 'Client', signsInBy: 'api_key', scopes: keyScopeNames, validDays: 1 }
  const manager = await lab.makeStaff('admin')
  client = (await lab.call('POST', '/api/api-clients', { by: manager, body: key })).json()
  env = { PATH: process.env.PATH ?? '', HOME: folder, LAB: url, KEY: client.secret }
  await run('npm', ['pack', '--pack-destination', folder], { cwd: source, env })
  const [packed = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  mkdirSync(join(folder, 'program'))
  const cwd = join(folder, 'program')
  writeFileSync(join(cwd, 'package.json'), '{"type": "module"}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `../${packed}`], { cwd, env })
  for (const [name, code] of Object.entries({ booking, errors, webhook }))
    writeFileSync(join(cwd, `${name}.ts`), code)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await lab.close()
})

const example = async (name: string) =>
  (await run(process.execPath, [`${name}.ts`], { cwd: join(folder, 'program'), env })).stdout

it('the calls of the client are those of the contract', async () => {
  expect(readFileSync(join(source, 'src/calls.gen.ts'), 'utf8')).toBe(await writeCalls())
})

it('the packed client has no dependency, and the examples of its README have the right types', async () => {
  const installed = join(folder, 'program/node_modules')
  expect(readdirSync(installed).filter((name) => !name.startsWith('.'))).toEqual(['phial-client'])
  const options = {
    ...{ noEmit: true, strict: true, module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom'] },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  }
  const config = join(folder, 'program/tsconfig.json')
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions: options, files: ['booking.ts', 'errors.ts', 'webhook.ts'] }),
  )
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', config])
})

it('the example of the README books a visit, in ten lines', async () => {
  expect(booking.trim().split('\n').length).toBeLessThanOrEqual(10)
  const { rows: before } = await lab.pool.query('select from visit')
  const [reference] = (await example('booking')).split(' ')
  const { rows } = await lab.pool.query('select reference, full_name from visit')
  expect([before.length, rows]).toEqual([0, [{ reference, full_name: 'Adwoa Boateng' }]])
})

it('a refusal names the fields that are wrong', async () => {
  const said = await example('errors')
  expect(said).toContain('400 invalid_input')
  expect(said).toContain("'patientDetails.age'")
})

it('the example of the README accepts an event of the laboratory, and no forged one', async () => {
  const by = { headers: { authorization: `Bearer ${client.secret}` } }
  const port = await freePort()
  const body = { address: `http://127.0.0.1:${port}`, events: ['visit.booked'] }
  const added = await lab.call('POST', `/api/api-clients/${client.id}/webhooks`, { by, body })
  expect(added.statusCode, added.body).toBe(201)
  writeFileSync(
    join(folder, 'program/webhook.ts'),
    webhook.replace('8080', `${port}, () => console.log('listens')`),
  )
  const program = spawn(process.execPath, ['webhook.ts'], {
    cwd: join(folder, 'program'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, SECRET: added.json().secret },
  })
  try {
    let said = ''
    program.stdout.on('data', (part) => {
      said += part
    })
    await expect.poll(() => said).toContain('listens')
    await example('booking')
    await deliverWebhooks(lab.context)
    await expect.poll(() => said).toContain('visit.booked')
    const forged = {
      'webhook-id': 'x',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    }
    const answer = await fetch(body.address, {
      method: 'POST',
      headers: forged,
      body: '{"type": "visit.booked"}',
    })
    expect(answer.status).toBe(401)
  } finally {
    program.kill()
    await once(program, 'exit')
  }
})

it('a booking whose answer is lost is repeated with its idempotency key, and books once', async () => {
  let lost = 0
  const proxy = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) =>
        /^(authorization|idempotency-key|content-type)$/.test(name),
      ),
    ) as Record<string, string>
    const body = Buffer.concat(parts)
    const answer = await fetch(`${url}${request.url}`, {
      method: request.method ?? '',
      headers,
      ...(body.length > 0 && { body }),
    })
    const text = await answer.text()
    if (request.method === 'POST' && lost++ === 0) request.socket.destroy()
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { createClient } = await import(
    pathToFileURL(join(folder, 'program/node_modules/phial-client/dist/index.js')).href
  )
  const through = createClient({
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    key: client.secret,
  })
  const count = async () => Number((await lab.pool.query('select count(*) from visit')).rows[0].count)
  const before = await count()
  const patientDetails = { fullName: 'Yaw Lost', age: 30, gender: 'male', contact: '+233 24 555 0102' }
  const input = {
    patientDetails,
    testType: ['Full Blood Count'],
    scheduledDate: '2026-03-12',
    scheduleTime: '10:00',
  }
  const { appointment } = await through.bookAppointment(input)
  expect([lost, await count(), appointment.patientDetails.fullName]).toEqual([2, before + 1, 'Yaw Lost'])
  proxy.closeAllConnections()
  proxy.close()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
