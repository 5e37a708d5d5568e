import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { jpegFile, pdfFile, pngFile } from './sample-files.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person

beforeAll(async () => {
  ;({ lab, bench, ama, hana } = await openBench({ vault: true }))
})
afterAll(() => lab.close())

const path = (visit: string) => `/api/labtest/appointment/${visit}/order/pages`
const add = (visit: string, bytes: Buffer, name = 'page.jpg', by: Person = hana) =>
  lab.call('POST', path(visit), {
    by,
    body: bytes,
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(name) },
  })
const pages = async (visit: string) => (await lab.call('GET', path(visit), { by: hana })).json().pages
const read = (id: string, by: Person = hana) => lab.call('GET', `/api/labtest/order-page/${id}`, { by })
const remove = (id: string, reason = 'Of another patient', by: Person = hana) =>
  lab.call('POST', `/api/labtest/order-page/${id}/remove`, { by, body: { reason } })
const visit = async () => (await bench.started(ama, hana)).visitId

it('pages of a request form are kept, listed in their order and served as downloads', async () => {
  const id = await visit()
  const added = await add(id, jpegFile(), 'Front.jpeg')
  expect(added.statusCode, added.body).toBe(200)
  expect((await add(id, pdfFile(), 'back.pdf')).statusCode).toBe(200)
  expect(await pages(id)).toMatchObject([
    { name: 'Front.jpg', type: 'image/jpeg', addedBy: 'Hana Haematologist' },
    { name: 'back.pdf', type: 'application/pdf' },
  ])
  const answer = await read(added.json().page.id)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': expect.stringMatching(/^attachment; /),
  })
  const { rows } = await lab.pool.query(
    "select action from audit where subject_kind = 'visit' and subject_id = $1 and action like 'order.page%' order by id",
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'order.page_added',
    'order.page_added',
    'order.page_read',
  ])
})

it('the same file sent twice, also concurrently, is one page', async () => {
  const id = await visit()
  const answers = await Promise.all([add(id, pngFile()), add(id, pngFile()), add(id, pngFile())])
  expect(new Set(answers.map((answer) => answer.json().page.id)).size).toBe(1)
  expect(await pages(id)).toHaveLength(1)
})

it('a removed page is no longer shown, and its bytes stay in the database', async () => {
  const id = await visit()
  const page = (await add(id, pngFile())).json().page.id
  expect((await remove(page, '')).json().fields).toHaveProperty('reason')
  const [one, other] = await Promise.all([remove(page), remove(page)])
  expect([one.statusCode, other.statusCode].sort()).toEqual([200, 404])
  expect(await pages(id)).toEqual([])
  expect((await read(page)).statusCode).toBe(404)
  await expect(lab.pool.query('delete from order_page where id = $1', [page])).rejects.toThrow()
  await expect(lab.pool.query("update order_page set name = 'x' where id = $1", [page])).rejects.toThrow()
  // The same page can be added again after it was removed by mistake.
  expect((await add(id, pngFile())).statusCode).toBe(200)
})

it('a form has six pages at most, and files that are no PDF or picture are refused', async () => {
  const id = await visit()
  const files = Array.from({ length: 7 }, (_, index) => pdfFile(`% Page ${index}\n`))
  const answers = await Promise.all(files.map((file, index) => add(id, file, `${index}.pdf`)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(6)
  expect(answers.find(({ statusCode }) => statusCode !== 200)?.json()).toMatchObject({
    code: 'not_possible_now',
  })
  expect((await add(await visit(), Buffer.from('<script>'))).json()).toMatchObject({
    code: 'unsupported_type',
  })
})

it('patients and staff of other sites cannot read a page', async () => {
  const id = await visit()
  const page = (await add(id, pngFile())).json().page.id
  expect((await read(page, ama)).statusCode).toBe(403)
  expect((await lab.call('GET', path(id), { by: ama })).statusCode).toBe(403)
})
