import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { findMasterKey } from '#server/master-key.ts'
import { findAccount } from '#server/modules/access/accounts/queries.ts'
import { findFactor, keepSecret } from '#server/modules/access/factors/queries-second-factor.ts'
import { processUnread } from '#server/modules/fhir/hl7/process-message.ts'
import { findContactMessage } from '#server/modules/notifications/queries-contact.ts'
import { addReply, listReplies } from '#server/modules/notifications/queries-sms.ts'
import { walkSheet } from '#server/modules/transfer/queries-export.ts'
import { sheets } from '#server/modules/transfer/take-out.ts'
import { after, days, minutes, stoppedClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { post } from '#server/platform/outbox.ts'
import { type DataKeys, holdDataKeys } from '#server/platform/vault/data-keys.ts'
import { encryptRows, readEncryptionState } from '#server/platform/vault/encrypt-rows.ts'
import { newKeyFile, readKeyFile } from '#server/platform/vault/key-file.ts'
import { Vault } from '#server/platform/vault/vault.ts'
import { type Bench, openBench } from './bench-tasks.ts'
import { dumpOf } from './dump.ts'
import { mondayMorning, openEmpty, type Person, type TestApp } from './harness.ts'
import { pdfFile } from './sample-files.ts'

const clock = stoppedClock(mondayMorning)
const vault = new Vault(clock)
let folder: string
let keyFile: string
let lab: TestApp
let manager: Person
let ama: Person
let hana: Person
let bench: Bench
let keys: DataKeys | null

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'phial-keys-'))
  keyFile = join(folder, 'master-key.txt')
  writeFileSync(keyFile, newKeyFile())
  ;({ lab, bench, ama, hana } = await openBench({
    clock,
    vault,
    settings: { METRICS_TOKEN: 'metrics-are-counted' },
  }))
  manager = await lab.makeStaff('admin')
})
afterAll(async () => {
  keys?.stop()
  await lab.close()
  rmSync(folder, { recursive: true, force: true })
})

const hold = (file = keyFile) => holdDataKeys(lab.context, vault, readKeyFile(file))
const write = (text: string) => lab.call('POST', '/api/messages', { by: ama, body: { text } })
const thread = async () => {
  const { entries } = (await lab.call('GET', '/api/messages', { by: ama })).json()
  return entries.map(({ text }: { text: string }) => text)
}
const ids = async (table: string) =>
  (await lab.pool.query(`select id from ${table} order by id`)).rows.map(({ id }) => id as string)

/** The calls that read the files which `use` has attached, by its number. */
const files = new Map<number, string[]>()
const fileOf = (number: number) => pdfFile(`/Marimba${number} true`)

async function attach(number: number): Promise<void> {
  const { task, visitId } = await bench.started(ama, hana)
  const send = async (path: string) => {
    const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'form.pdf' }
    const answer = await lab.call('POST', path, { by: hana, body: fileOf(number), headers })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const { attachment } = await send(`/api/Labtask/task/${task}/attachments`)
  const { page } = await send(`/api/labtest/appointment/${visitId}/order/pages`)
  files.set(number, [`/api/Labtask/attachment/${attachment.id}`, `/api/labtest/order-page/${page.id}`])
}

/** The same words in each field that is encrypted, with a number that tells what wrote them. */
async function use(number: number): Promise<void> {
  await lab.call('POST', '/api/contact/laboratory', {
    body: { name: `Kofi Zanzibar${number}`, email: 'kofi@example.com', message: `Marimba${number} at noon?` },
  })
  await write(`Marimba${number} hurts`)
  const [newest] = (await ids('contact_message')).toReversed()
  await lab.call('POST', `/api/contact-messages/${newest}/answer`, {
    by: manager,
    body: { text: `Marimba${number} heals` },
  })
  await post(lab.context, {
    kind: 'mail_code',
    to: 'esi@example.com',
    payload: { fullName: 'Esi', language: 'en' },
    secret: { code: `Marimba${number}code` },
  })
  await attach(number)
  const { accountId } = await lab.signUpPatient({ email: `second${number}@example.com` })
  await keepSecret(lab.db, {
    accountId,
    secret: Buffer.from(`Marimba${number} time`),
    createdAt: clock.now(),
  })
  const reply = { id: uuidv7(clock), phone: '+233245550000', text: `Marimba${number} yes`, at: clock.now() }
  await addReply(lab.db, { ...reply, meaning: 'unknown', outcome: '', providerId: `${number}` })
}

/** Raw messages without what they refer to. */
const raw = uuidv7(clock)
const addRawMessages = () =>
  lab.superuser.query(`
    set session_replication_role = replica;
    insert into instrument_message (site_id, id, instrument_id, received_at, peer, bytes, digest, state, last_at)
      values ('${raw}', '${raw}', '${raw}', now(), '', 'Marimba1 measured', '1', 'read', now());
    insert into hl7_message (id, connection_id, direction, control_id, type, at, peer, bytes, digest, state, last_at)
      values ('${raw}', '${raw}', 'in', '1', 'ORM^O01', now(), '', 'Marimba1 ordered', '1', 'done', now());
    insert into hl7_file (id, connection_id, direction, name, at, account_id, messages, bytes)
      values ('${raw}', '${raw}', 'in', 'a', now(), '${raw}', 1, 'Marimba1 filed');
    reset session_replication_role`)

async function rawMessages(): Promise<string[]> {
  const read = async (
    table: string,
    column: 'instrumentMessage.bytes' | 'hl7Message.bytes' | 'hl7File.bytes',
  ) => {
    const { rows } = await lab.pool.query(`select bytes from ${table} where id = $1`, [raw])
    return vault.decryptBytes({ column, row: raw }, rows[0].bytes).toString()
  }
  return [
    await read('instrument_message', 'instrumentMessage.bytes'),
    await read('hl7_message', 'hl7Message.bytes'),
    await read('hl7_file', 'hl7File.bytes'),
  ]
}

const dump = () => dumpOf(lab)

async function expectReadable(number: number): Promise<void> {
  expect(await thread()).toEqual(expect.arrayContaining([`Marimba${number} hurts`, `Marimba${number} heals`]))
  const { rows } = (await lab.call('GET', '/api/contact-messages', { by: manager })).json()
  expect(rows.map((row: { name: string; message: string }) => [row.name, row.message])).toContainEqual([
    `Kofi Zanzibar${number}`,
    `Marimba${number} at noon?`,
  ])
  const account = await findAccount(lab.db, { email: `second${number}@example.com` })
  const factor = await findFactor(lab.db, account?.id ?? '')
  expect(factor?.secret.toString()).toBe(`Marimba${number} time`)
  for (const path of files.get(number) ?? []) {
    expect((await lab.call('GET', path, { by: hana })).rawPayload.equals(fileOf(number))).toBe(true)
  }
  const replies = await listReplies(lab.db, null, { limit: 50 })
  expect(replies.rows.map(({ text }) => text)).toContain(`Marimba${number} yes`)
  const exported: unknown[] = []
  await inTransaction(lab.db, async (snapshot) => {
    for (const sheet of sheets.filter(({ file }) => /^(contact|sms-replies)/.test(file))) {
      const rows = walkSheet(snapshot, sheet, { sites: null, from: null, to: null })
      for await (const part of rows) exported.push(part)
    }
  })
  expect(JSON.stringify(exported).match(new RegExp(`(Marimba|Zanzibar)${number}\\b`, 'g'))).toHaveLength(5)
}

/** What `npm run data-keys` says when it is given a master key. */
async function askState(): Promise<string> {
  const { host, port, user, database } = lab.pool.options
  const url = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
  const env = { PATH: process.env.PATH, DATABASE_URL: url, MASTER_KEY: keyFile }
  const child = spawn(process.execPath, ['server/src/data-keys.ts'], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part))
  await once(child, 'close')
  return said
}

it('fields are plain without a master key, and from the first start with one they are encrypted, the older rows by a job', async () => {
  await use(1)
  await addRawMessages()
  const status = async () => {
    const { parts } = (await lab.call('GET', '/api/status', { by: manager })).json()
    return parts.find(({ part }: { part: string }) => part === 'encryption')
  }
  expect(await status()).toMatchObject({ state: 'unused', figures: {} })
  expect((await dump()).match(/(Marimba|Zanzibar)1/g)).not.toBeNull()
  expect(await askState()).toContain('Fields are not encrypted')
  expect((await lab.pool.query('select number from data_key')).rows).toHaveLength(0)

  keys = await hold()
  expect(await askState()).toContain('Data key 1 encrypts since')
  expect(await status()).toMatchObject({ state: 'fine', figures: { key: 1, used: 0 } })
  await use(2)
  expect((await dump()).match(/(Marimba|Zanzibar)2/g)).toBeNull()
  await encryptRows(lab.context)
  expect((await dump()).match(/(Marimba|Zanzibar)1/g)).not.toBeNull()

  clock.advance(minutes(10))
  await encryptRows(lab.context)
  expect((await dump()).match(/Marimba|Zanzibar/g)).toBeNull()
  await expectReadable(1)
  await expectReadable(2)
  expect(await rawMessages()).toEqual(['Marimba1 measured', 'Marimba1 ordered', 'Marimba1 filed'])
  expect(await status()).toMatchObject({ state: 'fine', figures: { key: 1, used: 600, count: 0 } })
  const metrics = await lab.call('GET', '/metrics', {
    headers: { authorization: 'Bearer metrics-are-counted' },
  })
  expect(metrics.body).toMatch(/^phial_data_key 1$/m)
  expect(metrics.body).toMatch(/^phial_encryption_rows_left 0$/m)
})

it('a message is sent with its code, and what was sent is encrypted and can be read by staff', async () => {
  await use(20)
  const mail = await lab.lastMailTo('esi@example.com')
  expect(mail.text).toContain('Marimba20code')
  const forwarded = await lab.mailsTo('hello@phial.example')
  expect(forwarded.map(({ text }) => text).join()).toContain('Marimba20 at noon?')
  expect((await dump()).match(/Marimba|Zanzibar/g)).toBeNull()
  const { rows } = (
    await lab.call('GET', '/api/deliveries?search=hello@phial.example', { by: manager })
  ).json()
  const opened = await Promise.all(
    rows.map(async ({ id }: { id: string }) =>
      (await lab.call('GET', `/api/deliveries/${id}`, { by: manager })).json(),
    ),
  )
  expect(opened.map(({ textIs, text }) => [textIs, /Marimba\d at noon/.test(text)])).toContainEqual([
    'kept',
    true,
  ])
})

it('a ciphertext is refused in another row or column, and when it was changed', async () => {
  const [one, other] = await ids('contact_message')
  const text = vault.encryptText({ column: 'contactMessage.message', row: `${one}` }, 'Marimba')
  const read = (column: 'contactMessage.message' | 'contactMessage.name', row = one, value = text) =>
    vault.decryptText({ column, row: `${row}` }, value)
  expect(read('contactMessage.message')).toBe('Marimba')
  expect(() => read('contactMessage.message', other)).toThrow('belongs to another row')
  expect(() => read('contactMessage.name')).toThrow('belongs to another row')
  const changed = `${text.slice(0, -6)}${text.at(-6) === 'A' ? 'B' : 'A'}${text.slice(-5)}`
  expect(() => read('contactMessage.message', one, changed)).toThrow('was changed')

  await lab.superuser.query(
    `update contact_message set message = (select message from contact_message where id = $2) where id = $1`,
    [one, other],
  )
  expect((await lab.call('GET', `/api/contact-messages/${one}`, { by: manager })).statusCode).toBe(500)
  await lab.superuser.query(`update contact_message set message = 'Marimba1 at noon?' where id = $1`, [one])
})

it('a raw message of a hospital that cannot be decrypted is held, and does not block later messages', async () => {
  const bytes = vault.encryptBytes({ column: 'hl7Message.bytes', row: raw }, Buffer.from('MSH'))
  // The first 50 messages, a whole batch, are of no connection and stay as they are. The one after them cannot be decrypted.
  await lab.superuser.query(`
    set session_replication_role = replica;
    insert into hl7_message (id, connection_id, direction, control_id, type, at, peer, bytes, digest, state, last_at)
      select gen_random_uuid(), '${raw}', 'in', 'again ' || n, 'ORM^O01', now(), '',
        case when n = 51 then '\\x${bytes.toString('hex')}'::bytea else 'MSH' end, n::text::bytea, 'received', now()
      from generate_series(1, 51) n order by n;
    reset session_replication_role`)
  await processUnread(lab.context)
  const { rows } = await lab.superuser.query(
    "select state, reason from hl7_message where control_id = 'again 51'",
  )
  expect(rows).toEqual([{ state: 'held', reason: 'MSH-9: The message could not be processed' }])
  await lab.superuser.query(`
    set session_replication_role = replica;
    delete from hl7_message where control_id like 'again %';
    reset session_replication_role`)
})

it('a message whose code cannot be decrypted does not delay the messages that were posted with it', async () => {
  for (const name of ['kojo', 'yaa']) {
    await post(lab.context, {
      kind: 'mail_code',
      to: `${name}@example.com`,
      payload: { fullName: name, language: 'en' },
      secret: { code: `Marimba-${name}` },
    })
  }
  await lab.superuser.query(
    `update outbox set secret = (select secret from outbox where recipient = 'yaa@example.com') where recipient = 'kojo@example.com'`,
  )
  expect((await lab.lastMailTo('yaa@example.com')).text).toContain('Marimba-yaa')
  expect(await lab.mailsTo('kojo@example.com')).toHaveLength(0)
  const listed = await lab.call('GET', '/api/deliveries?search=kojo@example.com', { by: manager })
  expect(listed.json().rows).toMatchObject([
    { state: 'planned', reason: expect.stringContaining('ciphertext') },
  ])
  await lab.superuser.query("update outbox set secret = null where recipient = 'kojo@example.com'")
})

it('a rotated data key encrypts after ten minutes, and the job encrypts the rows again while others write', async () => {
  expect(await keys?.add()).toBe(2)
  await use(3)
  expect(vault.current()?.number).toBe(1)
  // A server whose clock is ahead encrypts with the new key already. The job, which still uses the old key, must not change its rows.
  const ahead = new Vault(stoppedClock(after(clock.now(), minutes(10))))
  ahead.hold(vault.key(2))
  const [answer] = await ids('sms_reply')
  const text = ahead.encryptText({ column: 'smsReply.text', row: `${answer}` }, 'Marimba1 yes')
  await lab.superuser.query('update sms_reply set text = $1 where id = $2', [text, answer])
  await lab.superuser.query('update encryption_progress set reached = null, finished_at = null')
  await encryptRows(lab.context)
  const { rows } = await lab.pool.query('select text from sms_reply where id = $1', [answer])
  expect(rows[0].text).toBe(text)
  clock.advance(minutes(10))
  expect(vault.current()?.number).toBe(2)
  clock.advance(minutes(10))
  await Promise.all([encryptRows(lab.context), use(4).then(() => use(5)), encryptRows(lab.context)])
  await encryptRows(lab.context)
  expect((await dump()).match(/phial1:1\./g)).toBeNull()
  for (const number of [2, 3, 4, 5]) await expectReadable(number)
  expect(await readEncryptionState(lab.db, clock.now())).toMatchObject({ keyNumber: 2, rowsLeft: 0 })

  expect(await rawMessages()).toEqual(['Marimba1 measured', 'Marimba1 ordered', 'Marimba1 filed'])
})

it('a new master key takes over the data keys, and a start without the right one is refused', async () => {
  const other = join(folder, 'other.txt')
  writeFileSync(other, newKeyFile())
  await expect(hold(other)).rejects.toThrow(`The master key of the file ${other} does not decrypt data key 1`)
  await expect(holdDataKeys(lab.context, vault, null)).rejects.toThrow(
    'there is no master key: set MASTER_KEY',
  )
  const both = join(folder, 'both.txt')
  writeFileSync(both, readFileSync(other, 'utf8') + readFileSync(keyFile, 'utf8'))
  keys?.stop()
  keys = await hold(both)
  keys?.stop()
  keys = await hold(other)
  await expectReadable(5)
  await expect(hold()).rejects.toThrow('does not decrypt data key 1')
  expect(() => readKeyFile(join(folder, 'none.txt'))).toThrow('cannot be read')
  writeFileSync(join(folder, 'cut.txt'), readFileSync(keyFile, 'utf8').trim().slice(0, -9))
  expect(() => readKeyFile(join(folder, 'cut.txt'))).toThrow('must have a whole line')
})

it('a program of the operator takes over the data keys from a key file, and its failures are reported in one line', async () => {
  const program = join(folder, 'kms.cjs')
  const write = (change = '') =>
    writeFileSync(
      program,
      `#!${process.execPath}
      const [action, about, keyName] = process.argv.slice(2)
      const crypto = require('node:crypto')
      const key = crypto.createHash('sha256').update('in the service').digest()
      const input = Buffer.from(require('node:fs').readFileSync(0, 'utf8'), 'base64')
      const aes = (make) => make('aes-256-gcm', key, Buffer.alloc(12)).setAAD(Buffer.from(about))
      const print = (bytes) => console.log(bytes.toString('base64'))
      ${change}
      if (action === 'name') console.log('keys/7')
      if (action === 'wrap') {
        const cipher = aes(crypto.createCipheriv)
        print(Buffer.concat([cipher.update(input), cipher.final(), cipher.getAuthTag()]))
      }
      if (action === 'unwrap') {
        if (keyName !== 'keys/7') throw new Error('there is no such key')
        const decipher = aes(crypto.createDecipheriv).setAuthTag(input.subarray(32))
        print(Buffer.concat([decipher.update(input.subarray(0, 32)), decipher.final()]))
      }`,
      { mode: 0o700 },
    )
  write()
  const { masterKeys } = readConfig({ MASTER_KEY: `command:${program}, ${join(folder, 'other.txt')}` })
  const from = (places: typeof masterKeys) =>
    findMasterKey({ ...readConfig({}), masterKeys: places }, lab.pool)
  keys?.stop()
  keys = await holdDataKeys(lab.context, vault, await from(masterKeys))
  const wrappedBy = async () => (await lab.pool.query('select distinct wrapped_by from data_key')).rows
  expect(await wrappedBy()).toEqual([{ wrapped_by: 'command:keys/7' }])
  keys?.stop()
  const alone = masterKeys.slice(0, 1)
  keys = await holdDataKeys(lab.context, vault, await from(alone))
  await expectReadable(5)
  await expect(hold(join(folder, 'other.txt'))).rejects.toThrow(
    'which was encrypted with the master key command:keys/7',
  )

  const refused = async (change: string, reason: string) => {
    write(change)
    await expect(from(alone).then((source) => source?.wrap(Buffer.alloc(32), 'x'))).rejects.toThrow(reason)
  }
  await refused("console.error('no route to the service'); process.exit(1)", 'failed at name: no route')
  await refused("console.log('two\\nlines'); process.exit(0)", 'must print the name of its key')
  await refused("if (action === 'wrap') { print(input); process.exit(0) }", 'failed at unwrap')
  await refused(
    "if (action === 'unwrap') { print(key); process.exit(0) }",
    'does not decrypt what it encrypted',
  )
  write()
  // The last test reads with a key file again: the order of the places decides which key encrypts.
  keys?.stop()
  keys = await holdDataKeys(lab.context, vault, await from([...masterKeys].reverse()))
  expect((await wrappedBy())[0].wrapped_by).not.toContain('command:')
})

it('after a year there is another data key; answers stay append-only, and the job leaves what an erasure has written', async () => {
  await keys?.addWhenOld()
  expect((await lab.pool.query('select number from data_key')).rows).toHaveLength(2)
  clock.advance(days(366))
  await keys?.addWhenOld()
  expect((await lab.pool.query('select number from data_key')).rows).toHaveLength(3)

  const [id] = await ids('contact_answer')
  await expect(lab.pool.query('update contact_answer set text = $1', ['x'])).rejects.toThrow(
    'permission denied',
  )
  const { rows } = await lab.pool.query('select text from contact_answer where id = $1', [id])
  const replace = (later: string) =>
    lab.pool.query('select encrypt_contact_answer($1, $2, $3)', [id, rows[0].text, later])
  await expect(replace('plain')).rejects.toThrow('not encrypted with a data key')
  await expect(replace(rows[0].text.replace(/.$/, 'x'))).rejects.toThrow('never changed')
  await expect(lab.superuser.query('delete from data_key')).rejects.toThrow('never changed or removed')

  const blank = (name: string, column: string) =>
    lab.pool.query(`update ${name} set ${column} = decode(repeat('00', octet_length(${column})), 'hex')`)
  await expect(blank('task_attachment', 'content')).rejects.toThrow('never changed')
  await expect(blank('order_page', 'content')).rejects.toThrow('never changed')
  await expect(blank('hl7_file', 'bytes')).rejects.toThrow('never changed')
  await expect(blank('hl7_message', 'bytes')).rejects.toThrow('kept as it was')

  const [message] = await ids('contact_message')
  await lab.superuser.query(
    `update contact_message set name = 'Erased', email = '', message = 'Erased', forgotten_at = now(), state = 'done' where id = $1`,
    [message],
  )
  clock.advance(minutes(30))
  await encryptRows(lab.context)
  expect(await findContactMessage(lab.db, `${message}`)).toMatchObject({ name: 'Erased', message: 'Erased' })
  expect(await readEncryptionState(lab.db, clock.now())).toMatchObject({ keyNumber: 3, rowsLeft: 0 })
})

it('a new laboratory with an embedded database gets a master key that only its user can read; an older one does not', async () => {
  const config = readConfig({ DATA_DIR: folder })
  const own = readConfig({ DATA_DIR: join(folder, 'x'), DATABASE_URL: 'postgresql://phial@db/phial' })
  rmSync(keyFile)
  expect(await findMasterKey(config, lab.pool)).toBeNull()
  const empty = await openEmpty()
  expect(await findMasterKey(own, empty.pool)).toBeNull()
  const made = await findMasterKey(config, empty.pool)
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  expect((await findMasterKey(config, lab.pool))?.current).toBe(made?.current)
  await empty.close()
})
