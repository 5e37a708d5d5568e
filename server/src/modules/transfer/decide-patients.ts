import { email, fullName, optionalPhone } from '#contract/fields.ts'
import {
  changeImportedAccounts,
  findKnownAccounts,
  type ImportedAccount,
  importAccounts,
  type KnownAccount,
} from '#server/modules/identity/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import {
  type Decided,
  type Decisions,
  eachRow,
  externalNumber,
  faulty,
  hashOf,
  type SourceRow,
} from './decided.ts'
import { findRows, type KnownRow, keepRows } from './queries-import.ts'

type Patient = { line: number; key: string; hash: Buffer; fullName: string; email: string; phone: string }

/**
 * What rows of patients come to. Age and sex are kept with each visit, so that name, e-mail address and phone number are
 * all there is of a patient without one.
 */
export async function decidePatients(
  context: SignedIn,
  source: string,
  given: readonly SourceRow[],
): Promise<Decisions> {
  const rows: Decided[] = []
  const patients: Patient[] = []
  const lines = { key: new Map<string, number>(), email: new Map<string, number>() }
  await eachRow(given, (row) => {
    const read = readPatient(row, lines)
    if ('outcome' in read) rows.push(read)
    else patients.push(read)
  })
  const known = await findRows(
    context.db,
    'patients',
    source,
    patients.map(({ key }) => key),
  )
  const accounts = await findKnownAccounts(context.db, {
    ids: [...known.values()].flatMap(({ accountId }) => accountId ?? []),
    emails: patients.map((patient) => patient.email),
    sites: context.actor.sites,
  })
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const byEmail = new Map(
    accounts.filter(({ active }) => active).map((account) => [account.email.toLowerCase(), account]),
  )
  const added: { account: ImportedAccount; row: KnownRow }[] = []
  const changed: { before: KnownAccount; after: ImportedAccount; row: KnownRow }[] = []
  await eachRow(patients, (patient) => {
    const there = known.get(patient.key)
    const before = there?.accountId ? byId.get(there.accountId) : undefined
    const holder = byEmail.get(patient.email.toLowerCase())
    const say = decide(patient, there, before, holder)
    rows.push({ line: patient.line, name: patient.fullName, problems: [], mark: '', ...say })
    const { fullName, email, phone, key, hash } = patient
    const id = before?.id ?? uuidv7(context.clock)
    const account = { id, fullName, email, phone }
    const row = { key, hash, accountId: id, siteId: null, visitId: null }
    if (say.outcome === 'new') added.push({ account, row })
    if (say.outcome === 'changed' && before) changed.push({ before, after: account, row })
  })
  return {
    rows: rows.sort((one, other) => one.line - other.line),
    async write(within, importId) {
      await changeImportedAccounts(within, changed)
      await importAccounts(
        within,
        added.map(({ account }) => account),
      )
      await keepRows(
        within.db,
        { kind: 'patients', source, importId },
        [...added, ...changed].map(({ row }) => row),
      )
    },
  }
}

function readPatient(
  { line, cells }: SourceRow,
  lines: { key: Map<string, number>; email: Map<string, number> },
): Patient | Decided {
  const [number, name, address, phone] = [
    externalNumber.safeParse(cells.externalId),
    fullName.safeParse(cells.fullName),
    email.safeParse(cells.email),
    optionalPhone.safeParse(cells.phone),
  ]
  if (name.success && number.success && cells.email === '') {
    const note = 'No e-mail: comes in with their appointments'
    return { line, outcome: 'skipped', name: name.data, note, problems: [], mark: '' }
  }
  if (!number.success || !name.success || !address.success || !phone.success) {
    const read = { externalId: number, fullName: name, email: address, phone }
    const problems = Object.entries(read).flatMap(([field, one]) =>
      one.success ? [] : [{ field, message: one.error.issues[0]?.message ?? 'This cannot be read' }],
    )
    return faulty(cells.fullName ?? '', line, problems)
  }
  const lower = address.data.toLowerCase()
  const key = number.data ? `#${number.data}` : `@${lower}`
  const [sameKey, sameEmail] = [lines.key.get(key), lines.email.get(lower)]
  if (sameKey !== undefined && number.data) {
    return faulty(name.data, line, [{ field: 'externalId', message: `Row ${sameKey} has the same number` }])
  }
  if (sameEmail !== undefined) {
    const note = `Has the e-mail address of row ${sameEmail}: one account serves both.`
    return { line, outcome: 'skipped', name: name.data, note, problems: [], mark: '' }
  }
  lines.key.set(key, line)
  lines.email.set(lower, line)
  const patient = { fullName: name.data, email: address.data, phone: phone.data }
  return { line, key, hash: hashOf(patient), ...patient }
}

type Said = { outcome: Decided['outcome']; note: string } & Partial<Decided>

function decide(
  patient: Patient,
  there: KnownRow | undefined,
  before: KnownAccount | undefined,
  holder: KnownAccount | undefined,
): Said {
  if (there?.hash.equals(patient.hash)) return { outcome: 'same', note: 'Already there' }
  if (!before) {
    if (!holder) return { outcome: 'new', note: '' }
    return holder.role === 'user'
      ? { outcome: 'same', note: 'Has an account already, which is left as it is' }
      : { outcome: 'skipped', note: 'This e-mail address belongs to a member of staff' }
  }
  if (!before.active) return { outcome: 'skipped', note: 'Has closed their account: it is not opened again' }
  if (before.claimed) return { outcome: 'same', note: 'Signs in, and keeps their own details' }
  if (holder && holder.id !== before.id) {
    const message = 'Another account has this e-mail address'
    return { outcome: 'error', note: '', problems: [{ field: 'email', message }] }
  }
  const parts = (['fullName', 'email', 'phone'] as const).filter((part) => before[part] !== patient[part])
  const names = { fullName: 'name', email: 'e-mail address', phone: 'phone number' }
  return {
    outcome: 'changed',
    note: parts.length === 0 ? 'As before' : `Another ${parts.map((part) => names[part]).join(', ')}`,
    mark: JSON.stringify(before),
  }
}
