import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { largestImport, mostImportColumns } from '#contract/transfer.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { importerOf } from './import-files.ts'

let lab: TestApp
let manager: Person

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin')
})
afterAll(() => lab.close())

const files = importerOf(
  () => lab,
  () => ({ by: manager, source: 'Old system' }),
)

/** Number of other requests answered one after another before `work` ends: a handful if it blocks them. */
async function answeredMeanwhile<T>(work: Promise<T>): Promise<{ result: T; requests: number }> {
  let done = false
  const result = work.finally(() => {
    done = true
  })
  const url = `${await lab.listen()}/healthz`
  let requests = 0
  for (; !done; requests++) await (await fetch(url)).text()
  return { result: await result, requests }
}

it('other requests are answered while ten megabytes of line breaks are parsed', async () => {
  const { result, requests } = await answeredMeanwhile(
    files.send('preview', 'patients', Buffer.alloc(largestImport, '\n')),
  )
  expect([result.statusCode, result.json().fields]).toEqual([
    400,
    { file: ['The file is empty. Its first line names the columns.'] },
  ])
  expect(requests).toBeGreaterThan(50)
})

it('concurrent logos beyond the queue limit are refused as busy', async () => {
  const content = PNG.sync.write(new PNG({ width: 2000, height: 500 }))
  const headers = { 'content-type': 'application/octet-stream' }
  const send = () => lab.call('PUT', '/api/settings/logo', { by: manager, body: content, headers })
  const answers = await Promise.all(Array.from({ length: 12 }, send))
  const codes = answers.map((answer) => (answer.statusCode === 200 ? 'saved' : answer.json().code))
  expect([...new Set(codes)].sort(), codes.join()).toEqual(['busy', 'saved'])
  expect(codes.filter((code) => code === 'saved').length).toBeGreaterThanOrEqual(5)
})

it('a file with too many columns is refused, at the line that has them', async () => {
  const cells = (count: number) => Array.from({ length: count }, (_, index) => `C${index}`).join(',')
  const refused = await files.send('preview', 'patients', `${cells(1_000_000)}\n`)
  expect([refused.statusCode, refused.json().fields]).toEqual([
    400,
    { file: [`Line 1: There are more than ${mostImportColumns} columns.`] },
  ])
  const { problems } = await files.preview('patients', `${cells(mostImportColumns)}\na\n${cells(201)}\n`)
  expect(problems[0]).toMatchObject({
    row: 3,
    message: `There are more than ${mostImportColumns} columns`,
  })
})
