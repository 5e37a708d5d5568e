import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { jpegFile, pdfFile, pngFile } from './sample-files.ts'
import { openScanner } from './virus-scanner.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench({ vault: true }))
})
afterAll(() => lab.close())

const attach = (task: string, bytes: Buffer, name = 'film.png', by: Person = hana, headers: object = {}) =>
  lab.call('POST', `/api/Labtask/task/${task}/attachments`, {
    by,
    body: bytes,
    headers: {
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(name),
      ...headers,
    },
  })
const list = async (task: string, by: Person = hana) =>
  (await lab.call('GET', `/api/Labtask/task/${task}/attachments`, { by })).json()
const read = (id: string, by: Person = hana) => lab.call('GET', `/api/Labtask/attachment/${id}`, { by })
const remove = (id: string, reason: string, by: Person = hana) =>
  lab.call('POST', `/api/Labtask/attachment/${id}/remove`, { by, body: { reason } })
const count = async () => (await bench.started(ama, hana)).task

describe('attaching a file', () => {
  it.each([
    ['print.pdf', 'application/pdf', pdfFile()],
    ['film.PNG', 'image/png', pngFile()],
    ['Ɔdehyeɛ "1".jpeg', 'image/jpeg', jpegFile()],
  ])(
    'an attached %s is served as a download: PDFs byte for byte, pictures re-encoded',
    async (name, type, bytes) => {
      const task = await count()
      const added = await attach(task, bytes, name, hana, { 'content-disposition': 'inline' })
      expect(added.statusCode, added.body).toBe(200)
      const { attachment } = added.json()
      expect(attachment).toMatchObject({
        type,
        addedBy: 'Hana Haematologist',
        removed: null,
      })
      const answer = await read(attachment.id, rita)
      expect(answer.rawPayload.equals(bytes)).toBe(type === 'application/pdf')
      expect(answer.rawPayload.length).toBe(attachment.size)
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
        'content-disposition': expect.stringMatching(/^attachment; filename="[^"]+"; filename\*=UTF-8''\S+$/),
      })
      expect(await list(task)).toMatchObject({ attachments: [{ id: attachment.id }], whyNotChange: null })
    },
  )

  it('the type of an attachment follows from its content, not from its name or a header', async () => {
    const task = await count()
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    for (const [bytes, name] of [
      [page, 'film.png'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'film.jpg'],
      [Buffer.concat([pngFile(), page]), 'film.png'],
      [Buffer.alloc(0), 'film.png'],
    ] as const) {
      const answer = await attach(task, bytes, name)
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_type'])
    }
    const disguised = await attach(task, pngFile('x'), '../page.html')
    expect(disguised.json().attachment).toMatchObject({ name: 'page.html.png', type: 'image/png' })
  })

  it('an attachment has at most 10 MB, and other kinds of body are refused', async () => {
    const task = await count()
    const frame = pngFile('').length
    const largest = pngFile(Buffer.alloc(10_485_760 - frame, 97))
    expect(largest.length).toBe(10_485_760)
    expect((await attach(task, largest)).statusCode).toBe(200)
    const larger = await attach(task, pngFile(Buffer.alloc(10_485_760 - frame + 1, 97)))
    expect([larger.statusCode, larger.json().code]).toEqual([413, 'too_large'])
    for (const type of ['image/png', 'application/json', 'multipart/form-data; boundary=x']) {
      const answer = await attach(task, pngFile(), 'film.png', hana, { 'content-type': type })
      expect([answer.statusCode, answer.json().message]).toEqual([
        415,
        'Send the file itself (Content-Type: application/octet-stream)',
      ])
    }
    const nameless = await lab.call('POST', `/api/Labtask/task/${task}/attachments`, {
      by: hana,
      body: pngFile(),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(nameless.json().fields).toEqual({ 'x-file-name': ['Name the file'] })
    // Every other call still accepts JSON only, with the same limit.
    const elsewhere = await lab.call('POST', '/api/Labtask/release', {
      by: hana,
      body: pngFile(),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(elsewhere.json().message).toBe('Send JSON (Content-Type: application/json)')
  })

  it('attaching is idempotent, also for 16 concurrent retries', async () => {
    const task = await count()
    const answers = await Promise.all(Array.from({ length: 16 }, () => attach(task, pngFile('same'))))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(16).fill(200))
    expect(new Set(answers.map((answer) => answer.json().attachment.id)).size).toBe(1)
    expect((await list(task)).attachments).toHaveLength(1)
  })

  it('16 concurrent uploads attach ten files', async () => {
    const task = await count()
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => attach(task, pngFile(`file ${index}`), `film ${index}.png`)),
    )
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(10)
    expect(answers.find((answer) => answer.statusCode !== 200)?.json()).toMatchObject({
      code: 'not_possible_now',
      message: '10 files are attached already. Remove one before you attach another.',
    })
    const { attachments } = await list(task)
    await remove(attachments[0].id, 'Blurred')
    expect((await attach(task, pngFile('one more'))).statusCode).toBe(200)
  })

  it('the OpenAPI document describes an attachment as bytes', async () => {
    const document = (await lab.call('GET', '/api/openapi.json')).json()
    const { post } = document.paths['/api/Labtask/task/{id}/attachments']
    expect(post.requestBody.content).toEqual({
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
    })
  })
})

describe('the virus scanner', () => {
  it('every file is scanned before it is stored, and refused if it has a finding or the scanner cannot be reached', async () => {
    const scanner = await openScanner()
    const guarded = await openTestApp({
      sameDatabaseAs: lab,
      clock: lab.clock,
      settings: { CLAMD_SOCKET: scanner.address },
    })
    const task = await count()
    const send = (bytes: Buffer) =>
      guarded.call('POST', `/api/Labtask/task/${task}/attachments`, {
        by: hana,
        body: bytes,
        headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'film.png' },
      })
    const large = pngFile(Buffer.alloc(200_000, 97))
    expect((await send(large)).statusCode).toBe(200)
    expect(scanner.seen.at(-1)?.equals(large)).toBe(true)
    const infected = await send(pngFile('EICAR'))
    expect([infected.statusCode, infected.json().message]).toEqual([
      415,
      'The virus scanner found something in this file. The file was not stored.',
    ])
    await scanner.close()
    const unscanned = await send(pngFile('another'))
    expect([unscanned.statusCode, unscanned.json().code]).toEqual([503, 'busy'])
    expect((await list(task)).attachments).toHaveLength(1)
    await guarded.close()
  })
})

describe('an attached file', () => {
  it('a removed attachment needs a reason and is shown to managers only; the same file can be attached again', async () => {
    const task = await count()
    const { id } = (await attach(task, pngFile('wrong patient'))).json().attachment
    expect((await remove(id, ' ')).json().fields).toEqual({ reason: ['Say why it is removed'] })
    expect((await remove(id, 'Of another patient', rita)).statusCode).toBe(200)
    expect((await remove(id, 'Again')).statusCode).toBe(404)
    expect((await list(task)).attachments).toMatchObject([
      { id, removed: { by: 'Rita Reviewer', reason: 'Of another patient' } },
    ])
    expect((await read(id)).statusCode).toBe(404)
    const manager = await lab.makeStaff('admin')
    expect((await read(id, manager)).headers['content-type']).toBe('image/png')
    expect((await attach(task, pngFile('wrong patient'))).json().attachment.id).not.toBe(id)
    const { rows } = await lab.pool.query(
      "select action, reason from audit where action like 'attachment.%' and subject_id in ($1, $2) order by id",
      [task, id],
    )
    expect(rows).toEqual([
      { action: 'attachment.added', reason: null },
      { action: 'attachment.removed', reason: 'Of another patient' },
      { action: 'attachment.read', reason: null },
      { action: 'attachment.added', reason: null },
    ])
  })

  it('attachments of released results cannot change until the results are corrected, also in a race', async () => {
    for (let round = 0; round < 4; round++) {
      const { task } = await bench.started(ama, hana)
      const { id } = (await attach(task, pngFile(`round ${round}`))).json().attachment
      await bench.enter(task, normalCount, 0, hana)
      await bench.complete(task, hana)
      const [released, removed] = await Promise.all([bench.release([task], rita), remove(id, 'Not needed')])
      expect(released.statusCode).toBe(200)
      const { rows } = await lab.pool.query(
        'select a.removed_at, k.released_at from task_attachment a join task k on k.id = a.task_id where a.id = $1',
        [id],
      )
      if (removed.statusCode !== 200) expect(rows[0].removed_at).toBeNull()
      const late = removed.statusCode === 200 ? await attach(task, pngFile('late')) : await remove(id, 'Late')
      expect(late.json().message).toBe(
        'These results are released. Open a correction to attach or remove files.',
      )
      expect((await list(task)).whyNotChange).toBe(late.json().message)
      await bench.correct(task, 'Film was of another patient', hana)
      expect((await attach(task, pngFile('in time'))).statusCode).toBe(200)
    }
  })

  it('the database refuses to change or delete an attachment', async () => {
    const task = await count()
    const { id } = (await attach(task, pngFile('frozen'))).json().attachment
    const change = (statement: string) => lab.superuser.query(statement, [id])
    await expect(change('delete from task_attachment where id = $1')).rejects.toThrow('never changed')
    await expect(change("update task_attachment set name = 'x' where id = $1")).rejects.toThrow(
      'never changed',
    )
    await expect(
      change("update task_attachment set content = content || 'x'::bytea, size = size + 1 where id = $1"),
    ).rejects.toThrow('never changed')
    await remove(id, 'Blurred')
    await expect(
      change(
        'update task_attachment set removed_at = null, removed_by = null, removal_reason = null where id = $1',
      ),
    ).rejects.toThrow('never changed')
  })

  it('attachments are refused to patients, to technicians without the specialty, and to those not signed in', async () => {
    const task = await count()
    const { id } = (await attach(task, pngFile())).json().attachment
    const outsider = await lab.makeStaff('technician')
    for (const [by, status] of [
      [ama, 403],
      [outsider, 404],
    ] as const) {
      expect((await lab.call('GET', `/api/Labtask/task/${task}/attachments`, { by })).statusCode).toBe(status)
      expect((await attach(task, pngFile('y'), 'y.png', by)).statusCode).toBe(status)
      expect((await read(id, by)).statusCode).toBe(status)
      expect((await remove(id, 'x', by)).statusCode).toBe(status)
    }
    expect((await lab.call('GET', `/api/Labtask/attachment/${id}`)).statusCode).toBe(401)
    expect((await list(task)).attachments).toMatchObject([{ id, removed: null }])
  })
})
