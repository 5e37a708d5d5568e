import { inflateRawSync } from 'node:zlib'
import { compactDecrypt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { normalCount, openBench } from './bench-tasks.ts'
import { programsOf } from './fhir-clients.ts'
import type { Person, TestApp } from './harness.ts'
import { payloadOf } from './smart-viewer.ts'

let lab: TestApp
let ama: Person
let visitId: string
let by: { headers: { authorization: string } }

/** The values are whole numbers, which reports print with one decimal. */
beforeAll(async () => {
  const opened = await openBench()
  ;({ lab, ama } = opened)
  const values = { ...normalCount, HGB: 13, WBC: 5 }
  ;({ visitId } = await opened.bench.released(ama, opened.hana, opened.rita, values))
  const programs = programsOf(lab, await lab.makeStaff('admin'))
  by = await programs.signIn(await programs.register('Reads decimals'))
})
afterAll(() => lab.close())

const get = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
  const answer = await lab.call('GET', path, { headers: { ...by.headers, ...headers } })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.body
}
const fhir = (path: string) => get(`/fhir/R4/${path}`)

/** The digits of each number in these elements of a JSON text. */
const decimalsOf = (json: string, element = 'valueQuantity') =>
  [...json.matchAll(new RegExp(`"${element}":\\{"value":([^,}]*)`, 'g'))].map(([, digits]) => digits)

it('values and intervals have the decimals that the report prints, wherever a program reads them', async () => {
  const search = await fhir('Observation?code=HGB')
  expect(decimalsOf(search)).toEqual(['13.0'])
  expect([decimalsOf(search, 'low'), decimalsOf(search, 'high')]).toEqual([['12.0'], ['15.0']])
  const [{ resource }] = JSON.parse(search).entry
  expect(resource.valueQuantity.value).toBe(13)

  const one = `Observation/${resource.id}`
  for (const path of [
    one,
    `${one}/_history`,
    `${one}/_history/1`,
    `Observation?_id=${resource.id}&_elements=valueQuantity`,
  ])
    expect([path, decimalsOf(await fhir(path))]).toEqual([path, ['13.0']])
  const everything = `Patient/${resource.subject.reference.split('/')[1]}/$everything`
  const included = `DiagnosticReport?_include=DiagnosticReport:result&_include:iterate=Observation:has-member`
  for (const path of [everything, included]) {
    const digits = decimalsOf(await fhir(path))
    expect([path, digits]).toEqual([path, expect.arrayContaining(['13.0', '5.0', '250'])])
  }
  const batch = {
    resourceType: 'Bundle',
    type: 'batch',
    entry: [
      { request: { method: 'GET', url: one } },
      { request: { method: 'GET', url: 'Observation?code=WBC' } },
    ],
  }
  const answered = await lab.call('POST', '/fhir/R4', { by, body: batch })
  expect(decimalsOf(answered.body)).toEqual(['13.0', '5.0'])
})

it('exports, shared reports and health cards keep the decimals', async () => {
  const begun = await lab.call('GET', '/fhir/R4/$export?_type=Observation', {
    headers: { ...by.headers, prefer: 'respond-async' },
  })
  const path = (url: unknown) => String(url).replace('http://lab.test', '')
  const manifest = JSON.parse(await get(path(begun.headers['content-location'])))
  const file = await get(path(manifest.output[0].url))
  expect(decimalsOf(file)).toEqual(expect.arrayContaining(['13.0', '5.0', '250']))

  const visit = `/api/labtest/appointment/${visitId}`
  const shared = await lab.call('POST', `${visit}/share`, { by: ama, body: { days: 7, kind: 'smart' } })
  const { url, key } = payloadOf(shared.json().link)
  const listed = await lab.call('POST', new URL(url).pathname, { body: { recipient: 'Ridge Clinic' } })
  const { plaintext } = await compactDecrypt(listed.json().files[0].embedded, Buffer.from(key, 'base64url'))
  expect(decimalsOf(new TextDecoder().decode(plaintext))).toEqual(expect.arrayContaining(['13.0', '5.0']))

  const card = await lab.call('POST', `${visit}/health-card`, { by: ama })
  const [jws] = JSON.parse(card.json().file).verifiableCredential
  const content = inflateRawSync(Buffer.from(jws.split('.')[1], 'base64url')).toString()
  expect(decimalsOf(content)).toEqual(expect.arrayContaining(['13.0', '5.0']))
  const checked = await lab.call('POST', '/api/health-cards/check', { body: { card: card.json().file } })
  expect(checked.json().says.values).toContainEqual(expect.objectContaining({ code: 'HGB', value: '13.0' }))
})
