import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { webhookEventNames, webhookEvents } from '#contract/webhooks.ts'
import { deliverWebhooks } from '#server/modules/fhir/index.ts'
import { programsOf } from './fhir-clients.ts'
import { openTestApp, type TestApp } from './harness.ts'
import { openReceiver, type Received, type Receiver } from './webhook-receiver.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../../docs/guide/webhooks.md', import.meta.url), 'utf8')
const codeIn = (language: string) => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(guide)?.[1] ?? ''

let lab: TestApp
let receiver: Receiver
let secret: string
let received: Received
const folder = mkdtempSync(join(tmpdir(), 'phial-webhooks-'))

beforeAll(async () => {
  lab = await openTestApp({ settings: { WEBHOOKS_TO_PRIVATE: '1' } })
  receiver = await openReceiver()
  const manager = await lab.makeStaff('admin')
  const { id: client } = await programsOf(lab, manager).register('Follows the guide')
  const body = { address: receiver.url, events: ['visit.booked'] }
  const added = (await lab.call('POST', `/api/api-clients/${client}/webhooks`, { by: manager, body })).json()
  secret = added.secret
  await lab.call('POST', `/api/webhooks/${added.id}/test`, { by: manager })
  await deliverWebhooks(lab.context)
  const [one] = receiver.received
  if (!one) throw new Error('Nothing was received')
  received = one
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await receiver.close()
  await lab.close()
})

it('the code of the guide accepts a request of the laboratory, and no forged one', async () => {
  writeFileSync(join(folder, 'verify.mjs'), codeIn('js'))
  const { isFromLaboratory } = await import(join(folder, 'verify.mjs'))
  const { headers, body } = received
  expect(isFromLaboratory(headers, body, secret)).toBe(true)
  expect(isFromLaboratory(headers, `${body} `, secret)).toBe(false)
  expect(isFromLaboratory(headers, body, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false)
  expect(isFromLaboratory({ ...headers, 'webhook-id': 'another' }, body, secret)).toBe(false)
  expect(isFromLaboratory({ ...headers, 'webhook-timestamp': '1614265330' }, body, secret)).toBe(false)
  expect(isFromLaboratory({ ...headers, 'webhook-timestamp': 'now' }, body, secret)).toBe(false)
})

it('the commands of the guide print the signature', async () => {
  const { headers, body } = received
  writeFileSync(join(folder, 'body.json'), body)
  const { stdout } = await run('sh', ['-c', codeIn('sh')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      SECRET: secret,
      ID: String(headers['webhook-id']),
      SECONDS: String(headers['webhook-timestamp']),
    },
  })
  expect(stdout.trim()).toBe(headers['webhook-signature'])
})

it('the table of the guide lists all events with their resources', () => {
  const rows = [...guide.matchAll(/^\| (`.*?`)\s+\| `(\w+)`\s+\|$/gm)]
  const listed = rows.flatMap(([, events = '', resource]) =>
    [...events.matchAll(/`([\w.-]+)`/g)].map(([, event]) => [event, `system/${resource}.rs`]),
  )
  expect(listed).toEqual(webhookEventNames.map((name) => [name, webhookEvents[name].scope]))
})
