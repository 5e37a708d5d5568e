import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csvLine } from '#contract/csv.ts'
import { importFields, largestImport, mostImportRows } from '#contract/transfer.ts'
import { openSession } from '#server/modules/access/sessions/sessions.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { importerOf, visitFile, visitHeads, visitRow } from './import-files.ts'
import { codeIn } from './sign-up.ts'
import { bookingBody, chairClashes } from './visits.ts'

let lab: TestApp
let manager: Person
let other: Person

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { fullName: 'Mansa Manager' })
  other = await lab.makeStaff('admin')
})
afterAll(() => lab.close())

let source = 'Old system'
let sources = 0
beforeEach(() => {
  source = `Old system ${++sources}`
})

const { send, preview, bringIn } = importerOf(
  () => lab,
  () => ({ by: manager, source }),
)

const rowsOf = async (statement: string, ...values: unknown[]) =>
  (await lab.pool.query(statement, values)).rows
const visitsOf = (name: string) =>
  rowsOf(
    `select v.*, (select array_agg(test_code order by test_code) from visit_test t where t.visit_id = v.id) as tests
     from visit v where full_name = $1 order by starts_at`,
    name,
  )
const written = async () =>
  (
    await rowsOf(
      `select (select count(*) from account) as accounts, (select count(*) from visit) as visits,
        (select count(*) from import_row) as rows, (select count(*) from import) as imports,
        (select count(*) from audit) as audit`,
    )
  )[0]

const patients = (...rows: string[][]) =>
  [['Patient No', 'Name', 'E-mail', 'Mobile'], ...rows].map((row) => csvLine(row)).join('')

describe('a file of patients', () => {
  it('an import skips patients without e-mail and gender, who are added with their appointments', async () => {
    const { rows } = await preview('patients', patients(['P9', 'Adwoa Phoneonly', '', '024 777 8899']))
    expect(rows).toEqual([
      {
        row: 2,
        outcome: 'skipped',
        name: 'Adwoa Phoneonly',
        note: 'No e-mail and no gender: comes in with their appointments',
      },
    ])
    const over = visitRow({
      0: 'V9',
      1: 'Adwoa Phoneonly',
      4: '024 777 8899',
      7: '2025-11-03',
      9: 'completed',
    })
    expect((await bringIn('appointments', visitFile(over))).statusCode).toBe(200)
    const found = await lab.call('GET', '/api/patients?search=0247778899', { by: manager })
    expect(found.json().rows).toMatchObject([{ fullName: 'Adwoa Phoneonly', status: null }])
  })

  it('an import of patients creates accounts that start with a password reset, and is idempotent', async () => {
    const file = patients(
      ['P1', 'Esi Owusu', 'esi@example.com', '+233 24 111 2222'],
      ['P2', 'Kwame Asante', 'kwame@example.com', ''],
      ['P3', 'Without Address', '', '0241112222'],
    )
    const first = await preview('patients', file)
    expect(first.totals).toEqual({ rows: 3, new: 2, changed: 0, same: 0, skipped: 1, error: 0 })
    expect(await rowsOf(`select from account where email = 'esi@example.com'`)).toHaveLength(0)
    const answer = await send('apply', 'patients', file, { token: first.token })
    expect(answer.json().message).toBe('The file is in: 2 new, 0 changed.')
    expect(
      await rowsOf(
        `select full_name, phone, role, password_hash from account where email = 'esi@example.com'`,
      ),
    ).toEqual([{ full_name: 'Esi Owusu', phone: '+233 24 111 2222', role: 'user', password_hash: null }])

    const again = await preview('patients', file)
    expect(again.totals).toMatchObject({ new: 0, same: 2, skipped: 1 })
    expect(again.whyNotApply).toMatch(/nothing to bring in/)
    const before = await written()
    const refused = await send('apply', 'patients', file, { token: again.token })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_possible_now'])
    expect(await written()).toEqual(before)

    await lab.call('POST', '/api/auth/forgot-password', { body: { email: 'esi@example.com' } })
    const mail = await lab.lastMailTo('esi@example.com')
    const token = /#token=([\w-]+)/.exec(mail.text)?.[1]
    expect(token, mail.text).toBeDefined()
    const reset = await lab.call('POST', '/api/auth/reset-password', {
      body: {
        token,
        password: 'quiet harbour forty',
        confirmPassword: 'quiet harbour forty',
      },
    })
    expect(reset.statusCode, reset.body).toBe(200)
    const login = await lab.call('POST', '/api/auth/login', {
      body: { email: 'esi@example.com', password: 'quiet harbour forty' },
    })
    expect(login.statusCode).toBe(200)
    // From now on the account’s details are its holder’s.
    const changed = file.replace('Esi Owusu', 'Esi O.')
    expect((await preview('patients', changed)).totals).toMatchObject({ same: 2, changed: 0 })
  })

  it('an import changes imported accounts that were never signed in to, also their address, and audits both values', async () => {
    await bringIn('patients', patients(['P1', 'Adwoa Sika', 'adwoa@example.com', '']))
    const changed = patients(['P1', 'Adwoa Sika-Mensah', 'adwoa.s@example.com', '0241234567'])
    const seen = await preview('patients', changed)
    expect(seen.rows).toEqual([
      {
        row: 2,
        outcome: 'changed',
        name: 'Adwoa Sika-Mensah',
        note: 'Another name, e-mail address, phone number',
      },
    ])
    expect((await bringIn('patients', changed)).statusCode).toBe(200)
    const [account] = await rowsOf(`select id, full_name from account where email = 'adwoa.s@example.com'`)
    expect(account?.full_name).toBe('Adwoa Sika-Mensah')
    const noted = await rowsOf(
      `select action, before, after from audit where subject_id = $1 order by id`,
      account?.id,
    )
    expect(noted.map(({ action }) => action)).toEqual(['account.imported', 'account.import_changed'])
    expect(noted[1]).toMatchObject({
      before: { email: 'adwoa@example.com' },
      after: { email: 'adwoa.s@example.com' },
    })
    // A log-in by phone number also makes the account its holder’s, without a password.
    await lab.pool.query(`update account set sign_in_phone = '+233241234567' where id = $1`, [account?.id])
    const later = patients(['P1', 'Adwoa Other', 'adwoa.s@example.com', ''])
    expect((await preview('patients', later)).totals).toMatchObject({ same: 1, changed: 0 })
  })

  it('an import leaves the address of an account that its owner has only logged in to with a mailed code', async () => {
    await bringIn('patients', patients(['P1', 'Akosua Mail', 'akosua.mail@example.com', '']))
    const form = { fullName: 'Akosua Mail', email: 'akosua.mail@example.com', acceptedTerms: true }
    await lab.call('POST', '/api/auth/register-by-mail', { body: form })
    const otp = codeIn(await lab.lastMailTo(form.email))
    const verified = await lab.call('POST', '/api/auth/verify-otp', { body: { otp } })
    expect(verified.statusCode, verified.body).toBe(200)
    await lab.pool.query('delete from session using account a where a.id = account_id and a.email = $1', [
      form.email,
    ])
    const changed = patients(['P1', 'Akosua Mail', 'thief@example.com', ''])
    expect((await preview('patients', changed)).rows).toMatchObject([
      { outcome: 'same', note: 'Signs in, and keeps their own details' },
    ])
  })

  it('an import does not take an address into use that waits for a second person, and ends the change with another address', async () => {
    await bringIn('patients', patients(['P1', 'Abena Waits', 'abena.waits@example.com', '']))
    const [{ id }] = await rowsOf(`select id from account where email = 'abena.waits@example.com'`)
    const { version } = (await lab.call('GET', `/api/patients/${id}`, { by: manager })).json()
    const body = { fullName: 'Abena Waits', phone: '', email: 'abena.new@example.com', version }
    const asked = await lab.call('PUT', `/api/patients/${id}`, { by: manager, body })
    expect(asked.json().message).toContain('Somebody else must approve')
    const refused = await bringIn('patients', patients(['P1', 'Abena Waits', 'abena.new@example.com', '']))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_possible_now'])
    const other = patients(['P1', 'Abena Waits', 'abena.other@example.com', ''])
    expect((await bringIn('patients', other)).statusCode).toBe(200)
    expect((await lab.call('GET', '/api/address-changes', { by: manager })).json().changes).toEqual([])
  })

  it('an import leaves other existing accounts unchanged, and never imports staff as patients', async () => {
    const there = await lab.signUpPatient({ fullName: 'Kofi There', email: 'kofi.there@example.com' })
    const seen = await preview(
      'patients',
      patients(
        ['1', 'Kofi Other', 'KOFI.there@example.com', ''],
        ['2', 'Boss', manager.email, ''],
        ['3', 'Twin', 'twin@example.com', ''],
        ['4', 'Other Twin', 'Twin@example.com', ''],
      ),
    )
    expect(seen.rows.map(({ row, outcome }) => [row, outcome])).toEqual([
      [4, 'new'],
      [2, 'same'],
      [3, 'skipped'],
      [5, 'skipped'],
    ])
    expect(there.accountId).toBeDefined()
  })

  it('one invalid row refuses the whole import, and every error is listed', async () => {
    const file = patients(
      ['1', 'Good One', 'good.one@example.com', ''],
      ['2', '', 'nobody', '12'],
      ['1', 'Same Number', 'number@example.com', ''],
    )
    const seen = await preview('patients', file)
    expect(seen.problems).toEqual([
      { row: 3, field: 'Full name', message: 'Full name is required' },
      { row: 3, field: 'Email', message: 'Enter an e-mail address like name@example.com' },
      { row: 3, field: 'Phone', message: expect.stringMatching(/7 to 15 digits/) },
      { row: 4, field: 'Number', message: 'Row 2 has the same number' },
    ])
    expect(seen.whyNotApply).toMatch(/^Mend 2 rows/)
    const before = await written()
    expect((await send('apply', 'patients', file, { token: seen.token })).statusCode).toBe(409)
    expect(await written()).toEqual(before)
  })

  it('an import accepts Windows-1252, semicolons and columns chosen by the user', async () => {
    const western = Buffer.from('Nom;Adresse\r\nRen\xe9e Koffi;renee@example.com\r\n', 'latin1')
    const unknown = await preview('patients', western)
    expect(unknown).toMatchObject({
      encoding: 'Windows-1252',
      delimiter: ';',
      matched: Array(13).fill(null),
    })
    expect(unknown.problems.map(({ field }) => field)).toEqual(['Full name', 'Email'])
    const chosen = await preview('patients', western, { columns: ',0,1,' })
    expect(chosen.rows).toEqual([{ row: 2, outcome: 'new', name: 'Renée Koffi', note: '' }])
    expect(importFields.patients).toHaveLength(13)
  })

  it('an import is refused if it is empty, too long, too large or without the permission', async () => {
    expect((await send('preview', 'patients', '')).statusCode).toBe(400)
    const long = patients(
      ...Array.from({ length: mostImportRows + 1 }, (_, index) => ['', `N ${index}`, '', '']),
    )
    expect((await send('preview', 'patients', long)).json().fields.file[0]).toMatch(/more than 20000 rows/)
    const large = await send('preview', 'patients', Buffer.alloc(largestImport + 1, 'a'))
    expect(large.statusCode).toBe(413)
    const [patient, technician] = [await lab.signUpPatient(), await lab.makeStaff('technician')]
    for (const by of [patient, technician]) {
      for (const step of ['preview', 'apply'] as const) {
        const answer = await send(step, 'patients', patients(), { by, token: 'x' })
        expect(answer.statusCode, step).toBe(403)
      }
      expect((await lab.call('GET', '/api/transfer/imports', { by })).statusCode).toBe(403)
    }
    await rowsOf(`update account set permissions = '{transfer}' where id = $1`, technician.accountId)
    expect((await send('preview', 'patients', patients(), { by: technician })).statusCode).toBe(200)
  })
})

describe('an import of persons', () => {
  const heads = [
    'No',
    'Name',
    'E-mail',
    'Mobile',
    'Sex',
    'Date of birth',
    'Age',
    'Ghana Card',
    'Language',
    'Remarks',
  ]
  const people = (...rows: string[][]) => [heads, ...rows].map((row) => csvLine(row)).join('')
  const find = async (search: string) => {
    const answer = await lab.call('GET', `/api/people?search=${encodeURIComponent(search)}`, { by: manager })
    expect(answer.statusCode, answer.body).toBe(200)
    const found: { id: string; number: string; fullName: string }[] = answer.json().people
    return found
  }
  const record = async (search: string) => {
    const [one] = await find(search)
    return (await lab.call('GET', `/api/people/${one?.id}`, { by: manager })).json()
  }

  it('imported persons get records that are found by all imported details, and the import is idempotent', async () => {
    const file = people(
      [
        'F-881',
        'Akua Nomail',
        '',
        '024 881 0001',
        'F',
        '12/03/1961',
        '',
        'GHA-881-1',
        'Twi',
        'Veins of the left arm',
      ],
      ['', 'Kojo Month', '', '', 'male', '1970-05', '', 'NHIS: 8811; GHA-881-2', '', ''],
      ['', 'Abena Year', '', '', 'female', '1948', '', '', '', ''],
      ['', 'Yaw Aged', '', '', 'M', '', '31', '', '', ''],
    )
    const seen = await preview('patients', file)
    expect(seen.problems).toEqual([])
    expect(seen.totals).toMatchObject({ new: 4, skipped: 0 })
    const accounts = await rowsOf('select from account')
    expect((await bringIn('patients', file)).json().message).toBe('The file is in: 4 new, 0 changed.')
    expect(await rowsOf('select from account')).toHaveLength(accounts.length)
    for (const search of ['GHA 8811', '0248810001', 'F-881', 'akua nomail', '12/03/1961']) {
      expect(
        (await find(search)).map(({ fullName }) => fullName),
        search,
      ).toContain('Akua Nomail')
    }
    expect(await record('Akua Nomail')).toMatchObject({
      birth: { date: '1961-03-12', precision: 'day' },
      phones: ['024 881 0001'],
      identifiers: [
        { system: 'Ghana Card', value: 'GHA-881-1' },
        { system: source, value: 'F-881' },
      ],
      language: 'Twi',
      note: 'Veins of the left arm',
      accounts: [],
    })
    expect(await record('Kojo Month')).toMatchObject({
      birth: { date: '1970-05-01', precision: 'month' },
      identifiers: [
        { system: 'NHIS', value: '8811' },
        { system: 'Ghana Card', value: 'GHA-881-2' },
      ],
    })
    expect(await record('Abena Year')).toMatchObject({ birth: { date: '1948-01-01', precision: 'year' } })
    expect(await record('Yaw Aged')).toMatchObject({ birth: { date: '1995-03-09', precision: 'estimated' } })
    expect((await preview('patients', file)).totals).toMatchObject({ new: 0, same: 4 })
    const noted = await rowsOf(
      `select after from audit where action = 'person.added' and after ->> 'fullName' = 'Akua Nomail'`,
    )
    expect(noted).toHaveLength(1)
  })

  it('the full name of an imported person is composed of its parts if there is no column for it', async () => {
    const file = [
      ['Surname', 'Other names', 'Sex', 'Age'],
      ['Parts', 'Nana Yaa', 'F', '30'],
    ]
    await bringIn('patients', file.map((row) => csvLine(row)).join(''))
    expect(await record('Nana Yaa Parts')).toMatchObject({
      fullName: 'Nana Yaa Parts',
      givenNames: 'Nana Yaa',
      familyName: 'Parts',
    })
    const visits = [
      ['Surname', 'First name', 'Sex', 'Age', 'Phone', 'Test', 'Date', 'Time', 'Status'],
      ['Parts', 'Kojo', 'M', '40', '024 555 0009', 'FBC', '2025-11-03', '09:00', 'done'],
    ]
    await bringIn('appointments', visits.map((row) => csvLine(row)).join(''))
    expect(await visitsOf('Kojo Parts')).toHaveLength(1)
  })

  it('a re-imported export keeps the precision of dates of birth', async () => {
    const file = [
      ['id', 'number', 'full_name', 'sex', 'birth_date', 'birth_precision'],
      ['0198', '7001', 'Export Year', 'female', '1948-01-01', 'year'],
      ['0199', '7002', 'Export Month', 'male', '1970-05-01', 'month'],
      ['0200', '7003', 'Export Aged', 'male', '1995-03-09', 'estimated'],
      ['0201', '7004', 'Export Day', 'female', '1961-03-12', 'day'],
    ]
    await bringIn('patients', file.map((row) => csvLine(row)).join(''))
    for (const [, number, name, , date, precision] of file.slice(1)) {
      expect(await record(name ?? ''), name).toMatchObject({
        birth: { date, precision },
        identifiers: [{ system: source, value: number }],
      })
    }
    const bad = [file[0] ?? [], ['', '', 'Export Bad', 'male', '1980-01-01', 'roughly']]
    const other = [file[0] ?? [], ['', '', 'Export Bad', 'male', '1980', 'day']]
    for (const rows of [bad, other]) {
      expect((await preview('patients', rows.map((row) => csvLine(row)).join(''))).problems).toMatchObject([
        { row: 2, field: 'Birth precision' },
      ])
    }
  })

  it('an imported person belongs to their new account, and others with the same address do not', async () => {
    const file = people(
      ['', 'Efua Self', 'efua.self@example.com', '', 'F', '1990-02-01', '', '', '', ''],
      ['', 'Efua Child', 'EFUA.self@example.com', '', 'F', '2019-02-01', '', '', '', ''],
    )
    expect((await preview('patients', file)).rows.map(({ note }) => note)).toEqual([
      '',
      'Has the e-mail address of row 2, whose account it is',
    ])
    await bringIn('patients', file)
    expect((await record('Efua Self')).accounts).toMatchObject([{ fullName: 'Efua Self', kind: 'self' }])
    expect((await record('Efua Child')).accounts).toEqual([])
    const [account] = await rowsOf(`select id from account where email = 'efua.self@example.com'`)
    const { token } = await openSession(lab.context, { id: account?.id, role: 'user' } as never)
    const care = await lab.call('GET', '/api/care', { by: { headers: { authorization: `Bearer ${token}` } } })
    expect(care.body).not.toContain('Efua Child')
  })

  it('an account of an earlier import gets the record that a later import creates for its holder', async () => {
    const [before, after] = [
      patients(['P1', 'Later Person', 'later.person@example.com', '']),
      people(['P1', 'Later Person', 'later.person@example.com', '', 'M', '1988-08-08', '', '', '', '']),
    ]
    await bringIn('patients', before)
    expect((await preview('patients', after)).rows).toMatchObject([{ outcome: 'changed', note: 'As before' }])
    await bringIn('patients', after)
    expect((await record('Later Person')).accounts).toMatchObject([{ kind: 'self' }])
    // After the import the record belongs to the laboratory and is not overwritten.
    const other = after.replace('1988-08-08', '1989-08-08')
    expect((await preview('patients', other)).rows[0]?.note).toMatch(
      /^As before\. Has the record .* which stays as it is$/,
    )
    await bringIn('patients', other)
    expect((await record('Later Person')).birth.date).toBe('1988-08-08')
    const alone = people(['P2', 'Alone Person', '', '', 'M', '1988-08-08', '', '', '', ''])
    await bringIn('patients', alone)
    const seen = await preview('patients', alone.replace('1988-08-08', '1989-08-08'))
    expect(seen.rows).toMatchObject([{ outcome: 'skipped', note: expect.stringMatching(/stays as it is/) }])
  })

  it('twins, and a father and son of the same name, are imported as two persons each', async () => {
    const file = people(
      ['', 'Panyin Twin', '', '024 882 0001', 'M', '2020-01-05', '', '', '', ''],
      ['', 'Kakra Twin', '', '024 882 0001', 'M', '2020-01-05', '', '', '', ''],
      ['', 'Kwesi Onename', '', '024 882 0002', 'M', '1960-01-05', '', '', '', ''],
      ['', 'Kwesi Onename', '', '024 882 0002', 'M', '1992-01-05', '', '', '', ''],
    )
    expect((await bringIn('patients', file)).json().message).toBe('The file is in: 4 new, 0 changed.')
    expect(await find('0248820001')).toHaveLength(2)
    expect(await find('Kwesi Onename')).toHaveLength(2)
  })

  it('an imported person is matched to an existing one only by a number together with matching details', async () => {
    const known = people(['', 'Ama Known', '', '', 'F', '1980-01-01', '', 'GHA-883-1', '', ''])
    await bringIn('patients', known)
    const [{ number } = { number: '' }] = await find('Ama Known')
    const seen = await preview(
      'patients',
      people(
        ['1', 'Ama Known', '', '', 'F', '1980-01-01', '', 'gha 8831', '', ''],
        ['2', 'AMA KNOWN', '', '', 'F', '', '46', '', '', ''],
        ['3', 'Ama Known', '', '', 'F', '1950', '', '', '', ''],
      ),
    )
    expect(seen.rows.map(({ row, outcome, note }) => [row, outcome, note])).toEqual([
      [3, 'new', `Could be ${number}: becomes a record of its own, to be compared under Duplicates`],
      [4, 'new', ''],
      [2, 'same', `Has the record ${number} already`],
    ])
    const stolen = await preview(
      'patients',
      people(['9', 'Somebody Else', '', '', 'F', '1980', '', 'GHA-883-1', '', '']),
    )
    expect(stolen.problems).toEqual([
      {
        row: 2,
        field: 'Other numbers',
        message: `${number}, of another name, gender or birth, has one of these numbers`,
      },
    ])
  })

  it('one invalid person refuses the whole import, and each error names its row and column', async () => {
    const file = people(
      ['', 'Bad Date', '', '', 'F', '31/02/1980', '', '', '', ''],
      ['', 'No Birth', '', '', 'F', '', '', '', '', ''],
      ['', 'Bad Sex', '', '', 'x', '1980', '', '', '', ''],
      ['', 'Old Age', '', '', 'M', '', '131', '', '', ''],
      ['', 'Not Born', '', '', 'M', '2026-03-10', '', '', '', ''],
      ['', 'Twice One', '', '', 'M', '1980', '', 'X-1', '', ''],
      ['', 'Twice Two', '', '', 'M', '1981', '', 'x1', '', ''],
      ['', 'Good One', '', '', 'M', '1981', '', '', '', ''],
      ['', 'good one', '', '', 'm', '1981', '', '', '', ''],
      ['', 'Punctuation', '', '', 'm', '1981', '', 'Card: ---', '', ''],
    )
    const seen = await preview('patients', file)
    expect(seen.problems).toEqual([
      { row: 2, field: 'Birth date', message: expect.stringMatching(/^Give a date like/) },
      { row: 3, field: 'Birth date', message: 'Give the birth date or the age' },
      { row: 4, field: 'Gender', message: 'Say male or female' },
      { row: 5, field: 'Age', message: 'Give the age in whole years, at most 130' },
      { row: 6, field: 'Birth date', message: 'The date of birth is in the future' },
      { row: 8, field: 'Other numbers', message: 'Row 7 has the same Ghana Card' },
      { row: 10, field: 'Full name', message: 'Row 9 has the same name, gender and birth' },
      { row: 11, field: 'Other numbers', message: 'The number needs a letter or a digit' },
    ])
    const before = await written()
    expect((await send('apply', 'patients', file, { token: seen.token })).statusCode).toBe(409)
    expect(await written()).toEqual(before)
    expect(await find('Good One')).toEqual([])
  })
})

describe('an import of appointments', () => {
  it('imported appointments belong to the persons with the patient numbers of the same source', async () => {
    const record = ['Folder', 'Name', 'Sex', 'Date of birth', 'Email']
    const known = [
      record,
      ['F-1', 'Afia Known', 'F', '1985-03-12', ''],
      ['F-2', 'Afia Account', 'F', '1985-03-12', 'afia.account@example.com'],
    ]
    await bringIn('patients', known.map((row) => csvLine(row)).join(''))
    const visits = (...rows: [changes: Parameters<typeof visitRow>[0], folder: string][]) =>
      [[...visitHeads, 'Folder'], ...rows.map(([changes, folder]) => [...visitRow(changes), folder])]
        .map((row) => csvLine(row))
        .join('')
    const other = await lab.signUpPatient({ email: 'afia.other@example.com' })
    const file = visits(
      // The name has changed since.
      [{ 0: 'K1', 1: 'Afia Married', 3: '40', 7: '2025-11-03', 9: 'done' }, 'F-1'],
      [
        { 0: 'K2', 1: 'Afia Account', 3: '40', 5: 'afia.account@example.com', 7: '2025-11-03', 9: 'done' },
        'F-2',
      ],
      // An import gives no account access to another person’s record.
      [{ 0: 'K3', 1: 'Afia Married', 3: '40', 5: other.email, 7: '2025-11-03', 9: 'done' }, 'F-1'],
      [{ 0: 'K4', 1: 'Afia Unknown', 3: '40', 7: '2025-11-03', 9: 'done' }, 'F-99'],
    )
    expect((await bringIn('appointments', file)).json().message).toBe('The file is in: 4 new, 0 changed.')
    const persons = await rowsOf(
      `select v.full_name as visit, p.full_name as person from import_row r join visit v on v.id = r.visit_id
         join person p on p.id = v.person_id where r.source = $1 order by r.key`,
      source,
    )
    expect(persons).toEqual([
      { visit: 'Afia Married', person: 'Afia Known' },
      { visit: 'Afia Account', person: 'Afia Account' },
      { visit: 'Afia Married', person: 'Afia Married' },
      { visit: 'Afia Unknown', person: 'Afia Unknown' },
    ])
    expect(await rowsOf(`select from person where full_name = 'Afia Account'`)).toHaveLength(1)
    const wrong = await preview(
      'appointments',
      visits([{ 0: 'K5', 2: 'M' }, 'F-1'], [{ 0: 'K6', 3: '8' }, 'F-1']),
    )
    expect(wrong.problems.map(({ row, field, message }) => [row, field, message])).toEqual([
      [2, 'Patient number', expect.stringMatching(/has this number, and is of another gender or age$/)],
      [3, 'Patient number', expect.stringMatching(/has this number, and is of another gender or age$/)],
    ])
    // Staff of some sites cannot link a record of another site by its number.
    const [site] = await rowsOf('select id from site')
    const limited = await lab.makeStaff('admin')
    await rowsOf('insert into account_site values ($1, $2)', limited.accountId, site?.id)
    const seen = await preview('appointments', visits([{ 0: 'K7', 2: 'M' }, 'F-1']), { by: limited })
    expect(seen.problems).toEqual([])
  })

  it('an import books upcoming appointments on chairs, keeps past ones, and sends no mail', async () => {
    const mails = await rowsOf('select from outbox')
    const file = visitFile(
      visitRow({ 5: 'yaa@example.com', 6: 'FBC; Blood Sugar' }),
      visitRow({ 0: 'A2', 7: '12/01/2026', 8: '3:15 PM', 9: 'Done' }),
      visitRow({ 0: 'A3', 7: '2026-02-01', 8: '03:00', 9: 'no-show' }),
      visitRow({ 0: 'A4', 7: '2026-03-20', 9: 'cancelled' }),
    )
    expect((await bringIn('appointments', file)).json().message).toBe('The file is in: 4 new, 0 changed.')
    const brought = await visitsOf('Yaa Boateng')
    expect(brought.map(({ status, chair, starts_at }) => [status, chair, starts_at.toISOString()])).toEqual([
      ['completed', null, '2026-01-12T15:15:00.000Z'],
      ['no_show', null, '2026-02-01T03:00:00.000Z'],
      ['booked', expect.any(Number), '2026-03-12T09:00:00.000Z'],
      ['cancelled', null, '2026-03-20T09:00:00.000Z'],
    ])
    expect(brought[2]).toMatchObject({
      age: 41,
      gender: 'female',
      contact: '+233 24 555 0001',
      priority: 'low',
    })
    expect(brought[2]?.tests).toHaveLength(2)
    expect(await rowsOf('select from outbox')).toHaveLength(mails.length)
    expect((await preview('appointments', file)).totals).toMatchObject({ same: 4, new: 0 })
    // Changes made in the product are kept, and the booked visit may have arrived meanwhile.
    await rowsOf(`update visit set contact = '+233 20 1' where id = $1`, brought[2]?.id)
    lab.clock.set('2026-03-13T12:00:00Z')
    const by = await lab.makeStaff('admin')
    expect((await preview('appointments', file, { by })).totals).toMatchObject({ same: 4, error: 0 })
    lab.clock.set(mondayMorning)
  })

  it('an imported appointment belongs to the account with its address, which is notified if requested', async () => {
    const ama = await lab.signUpPatient({ email: 'ama.owner@example.com' })
    const file = visitFile(visitRow({ 1: 'Ama Child', 5: 'Ama.Owner@example.com', 8: '10:00' }))
    await bringIn('appointments', file, { tell: true })
    const own = await lab.call('GET', '/api/labtest/appointments', { by: ama })
    expect(own.json()).toHaveLength(1)
    expect((await lab.lastMailTo('Ama.Owner@example.com')).text).toContain('Ama Child')
  })

  it('a repeated import changes upcoming appointments, and lists those that it leaves unchanged', async () => {
    await bringIn(
      'appointments',
      visitFile(visitRow({ 1: 'Efua Late' }), visitRow({ 0: 'A2', 1: 'Efua Gone', 8: '09:30' })),
    )
    const [gone] = await visitsOf('Efua Gone')
    await lab.call('DELETE', `/api/labtest/appointment/${gone?.id}/cancel`, {
      by: manager,
      body: { reason: 'Ill' },
    })
    const changed = visitFile(
      visitRow({ 1: 'Efua Late', 4: '+233 20 999 0000', 6: 'FBC|Widal', 8: '11:00' }).map((cell) =>
        cell === 'FBC|Widal' ? 'FBC|Blood Sugar' : cell,
      ),
      visitRow({ 0: 'A2', 1: 'Efua Gone', 8: '12:00' }),
    )
    const seen = await preview('appointments', changed)
    expect(seen.rows.map(({ outcome, note }) => [outcome, note])).toEqual([
      ['changed', 'Another time, tests, way of contact'],
      ['skipped', 'It is cancelled here: it stays as it is'],
    ])
    expect((await bringIn('appointments', changed)).statusCode).toBe(200)
    const [late] = await visitsOf('Efua Late')
    expect(late).toMatchObject({ version: 2, contact: '+233 20 999 0000' })
    expect([late?.starts_at.toISOString(), late?.tests.length]).toEqual(['2026-03-12T11:00:00.000Z', 2])
  })

  it('a repeated import moves an appointment to the account of a corrected address, and announces it in the preview', async () => {
    const [ama, efua] = [
      await lab.signUpPatient({ email: 'ama.wrong@example.com' }),
      await lab.signUpPatient({ email: 'efua.right@example.com' }),
    ]
    const row = (email: string, phone = '0241234567') =>
      visitFile(visitRow({ 1: 'Efua Owusu', 4: phone, 5: email, 8: '13:00' }))
    const owner = async () => (await visitsOf('Efua Owusu'))[0]?.account_id
    const note = async (file: string) => (await preview('appointments', file)).rows[0]?.note
    await bringIn('appointments', row(ama.email), { tell: true })
    expect(await owner()).toBe(ama.accountId)
    await lab.mailsTo(ama.email)
    const bell = async (by: Person) => (await lab.call('GET', '/api/notifications', { by })).json().unread
    expect(await bell(ama)).toBe(1)

    const mended = row('Efua.Right@example.com')
    expect(await note(mended)).toBe('Another way of contact, account')
    expect((await bringIn('appointments', mended)).statusCode).toBe(200)
    expect(await owner()).toBe(efua.accountId)
    const [visit] = await visitsOf('Efua Owusu')
    const own = async (by: Person) => (await lab.call('GET', '/api/labtest/appointments', { by })).json()
    expect([(await own(ama)).length, (await own(efua)).length]).toEqual([0, 1])
    expect([await bell(ama), await bell(efua)]).toEqual([0, 1])
    const noted = await rowsOf(
      `select action, before, after from audit where subject_id = $1 order by position`,
      visit?.id,
    )
    expect(noted).toMatchObject([
      { action: 'visit.imported', after: { account: ama.accountId, chair: visit?.chair } },
      {
        action: 'visit.import_changed',
        before: { account: ama.accountId, chair: visit?.chair, patient: { email: ama.email } },
        after: { account: efua.accountId, chair: visit?.chair, patient: { email: 'Efua.Right@example.com' } },
      },
    ])

    // If staff have moved the visit to another account since, that account keeps it until the file states another address.
    await rowsOf('update visit set account_id = $1 where id = $2', ama.accountId, visit?.id)
    const other = row('efua.right@example.com', '0249999999')
    expect(await note(other)).toBe('Another way of contact')
    expect((await bringIn('appointments', other)).statusCode).toBe(200)
    expect(await owner()).toBe(ama.accountId)
    const nobodys = row('nobody.at.home@example.com')
    const seen = await preview('appointments', nobodys)
    expect(seen.rows[0]?.note).toBe('Another way of contact, account')
    // An account is registered with the address between preview and application.
    const nobody = await lab.signUpPatient({ email: 'nobody.at.home@example.com' })
    const refused = await send('apply', 'appointments', nobodys, { token: seen.token })
    expect(refused.json().code).toBe('changed_meanwhile')
    await bringIn('appointments', nobodys)
    expect(await owner()).toBe(nobody.accountId)
  })

  it('a repeated import keeps the buffer of an appointment until its time changes', async () => {
    const row = (number: string, time: string, phone: string) =>
      visitRow({ 0: number, 1: `Buffer ${number}`, 4: phone, 7: '2026-03-24', 8: time })
    const times = ['09:00', '09:15'].flatMap((time) => Array.from({ length: 4 }, () => time))
    const file = (phone: string, first = '09:00') =>
      visitFile(...times.map((time, index) => row(`${index}`, index === 0 ? first : time, phone)))
    await bringIn('appointments', file('0241234567'))
    const during = () =>
      rowsOf(`select chair, during::text from visit where full_name like 'Buffer %' order by full_name`)
    const before = await during()
    await rowsOf('update laboratory set buffer_minutes = 10')
    const mended = await bringIn('appointments', file('0249999999'))
    expect(mended.statusCode, mended.body).toBe(200)
    expect(await during()).toEqual(before)

    // Its buffer is unchanged: five minutes earlier it would overlap the next visit.
    await rowsOf('update laboratory set step_minutes = 5')
    expect((await preview('appointments', file('0249999999', '08:55'))).problems).toEqual([
      { row: 2, field: 'Time', message: 'Every chair is taken at this time' },
    ])
    const moved = await bringIn('appointments', file('0249999999', '08:50'))
    expect(moved.statusCode, moved.body).toBe(200)
    expect(await chairClashes(lab)).toEqual([])
    await rowsOf('update laboratory set buffer_minutes = 0, step_minutes = 15')
  })

  it('an import of appointments names every error by its column, also tests and times that are not offered', async () => {
    const seen = await preview(
      'appointments',
      visitFile(
        visitRow({ 2: 'x', 3: '200', 4: '', 6: 'Nothing', 7: '30/02/2026', 8: '25:00' }),
        visitRow({ 0: 'A2', 7: '2026-03-08', 9: 'booked' }),
        visitRow({ 0: 'A3', 8: '03:00' }),
        visitRow({ 0: 'A4', 8: '09:07' }),
        visitRow({ 0: 'A5', 9: 'completed' }),
        visitRow({ 0: 'A6', 7: '2026-03-01' }),
      ),
    )
    expect(seen.problems.map(({ row, field }) => `${row} ${field}`)).toEqual([
      '2 Date',
      '2 Time',
      '2 Age',
      '2 Gender',
      '2 Tests',
      '3 State',
      '4 Time',
      '5 Time',
      '6 State',
      '7 State',
    ])
    expect(seen.problems.find(({ row }) => row === 4)?.message).toBe('The laboratory is closed at this time')
  })

  it('an import of more appointments at one time than chairs is refused at the first without a chair', async () => {
    const many = Array.from({ length: 5 }, (_, index) =>
      visitRow({ 0: `C${index}`, 1: `Crowd ${index}`, 7: '2026-03-16' }),
    )
    const seen = await preview('appointments', visitFile(...many))
    expect(seen.problems).toEqual([{ row: 6, field: 'Time', message: 'Every chair is taken at this time' }])
    expect((await bringIn('appointments', visitFile(...many.slice(0, 4)))).statusCode).toBe(200)
    expect(await chairClashes(lab)).toEqual([])
  })

  it('an import is refused completely if a concurrent booking takes its chair', async () => {
    const four = Array.from({ length: 4 }, (_, index) =>
      visitRow({ 0: `D${index}`, 1: `Dance ${index}`, 7: '2026-03-17' }),
    )
    const seen = await preview('appointments', visitFile(...four))
    expect(seen.totals.new).toBe(4)
    const booked = await lab.call('POST', '/api/labtest/book', {
      by: manager,
      body: { ...bookingBody, scheduledDate: '2026-03-17' },
    })
    expect(booked.statusCode).toBe(201)
    const before = await written()
    const refused = await send('apply', 'appointments', visitFile(...four), { token: seen.token })
    expect(refused.json().code).toBe('changed_meanwhile')
    expect(await written()).toEqual(before)
  })

  it('an import applied concurrently by two managers is applied once, and shares no chair with bookings', async () => {
    const file = visitFile(
      ...Array.from({ length: 60 }, (_, index) =>
        visitRow({
          0: `R${index}`,
          1: `Race ${index}`,
          7: '2026-03-18',
          8: `${String(7 + Math.floor(index / 8)).padStart(2, '0')}:${index % 8 < 4 ? '00' : '30'}`,
        }),
      ),
    )
    const { token } = await preview('appointments', file)
    const bookings = Array.from({ length: 12 }, (_, index) =>
      lab.call('POST', '/api/labtest/book', {
        by: other,
        body: {
          ...bookingBody,
          scheduledDate: '2026-03-18',
          scheduleTime: `${String(7 + (index % 8)).padStart(2, '0')}:00`,
        },
      }),
    )
    const answers = await Promise.all(
      [manager, other].map((by) => send('apply', 'appointments', file, { by, token })),
    )
    await Promise.all(bookings)
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
    expect(
      answers.map(({ statusCode }) => statusCode).every((status) => status === 200 || status === 409),
    ).toBe(true)
    const raced = await rowsOf(`select from visit where full_name like 'Race %'`)
    expect([0, 60]).toContain(raced.length)
    expect(await chairClashes(lab)).toEqual([])
  })

  it('a manager of one site imports appointments for this site only, and no patients', async () => {
    const [first] = await rowsOf('select id, name from site order by created_at limit 1')
    await lab.call('POST', '/api/settings/sites', {
      by: manager,
      body: { name: 'Osu', timeZone: 'Africa/Accra', chairs: 2 },
    })
    const sites = await rowsOf('select id, name from site order by created_at')
    expect(sites.length).toBe(2)
    const limited = await lab.makeStaff('admin')
    await rowsOf('insert into account_site values ($1, $2)', limited.accountId, sites[1]?.id)
    const file = [...visitHeads, 'Site']
    const at = (row: string[], site: string) => [file, [...row, site]].map((one) => csvLine(one)).join('')
    const seen = await preview('appointments', at(visitRow(), first?.name), { by: limited })
    expect(seen.problems).toEqual([
      { row: 2, field: 'Site', message: 'There is no site of yours with this name' },
    ])
    const own = await preview('appointments', at(visitRow({ 7: '2026-02-12', 9: 'completed' }), 'osu'), {
      by: limited,
    })
    expect(own.totals.new).toBe(1)
    expect((await send('preview', 'patients', patients(), { by: limited })).statusCode).toBe(403)
    expect((await preview('appointments', visitFile(visitRow()))).problems[0]).toMatchObject({
      field: 'Site',
    })
  })
})

describe('an import of twenty thousand rows', () => {
  it('twenty thousand rows are imported in statements of a thousand rows, with an audit entry for each row', async () => {
    const [site] = await rowsOf('select name from site order by created_at limit 1')
    const rows = Array.from({ length: mostImportRows }, (_, index) => [
      ...visitRow({
        0: `B${index}`,
        1: `Bulk ${index}`,
        7: `2025-${String((index % 12) + 1).padStart(2, '0')}-10`,
        9: 'completed',
      }),
      site?.name,
    ])
    const file = [[...visitHeads, 'Site'], ...rows].map((row) => csvLine(row)).join('')
    expect((await bringIn('appointments', file)).json().message).toBe('The file is in: 20000 new, 0 changed.')
    const [counted] =
      await rowsOf(`select count(*) as n from audit a join visit v on v.id::text = a.subject_id
      where a.action = 'visit.imported' and v.full_name like 'Bulk %'`)
    expect(counted?.n).toBe(mostImportRows)
    const past = await lab.call('GET', '/api/transfer/imports', { by: manager })
    expect(past.json().imports[0]).toMatchObject({
      kind: 'appointments',
      fileName: 'été.csv',
      by: 'Mansa Manager',
      rows: mostImportRows,
      added: mostImportRows,
    })
  }, 120_000)
})
