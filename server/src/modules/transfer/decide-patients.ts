import {
  changeImportedAccounts,
  findKnownAccounts,
  type ImportedAccount,
  importAccounts,
  type KnownAccount,
} from '#server/modules/access/index.ts'
import {
  auditedPerson,
  birthsFit,
  type Circle,
  findByNames,
  identifierKey,
  insertContacts,
  insertPersons,
  type Namesake,
  ownersOfIdentifiers,
  type PersonShortly,
  personNumber,
  readCircles,
  readCurrentPersons,
  sameParts,
} from '#server/modules/people/index.ts'
import { auditMany } from '#server/platform/audit.ts'
import { utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Decided, type Decisions, eachRow, faulty, hashOf, type SourceRow } from './decided.ts'
import { findRows, isSameContent, type KnownRow, keepRows } from './queries-import.ts'
import { hashOfPatient, type Patient, type PersonPart, readPatient } from './read-patient.ts'

type Keyed = Patient & { key: string; hash: Buffer; sharesAddress: number | null }
/** `account`: an account that nobody signs in to; it becomes this person's unless it is another's. */
type AddedPerson = PersonPart & {
  id: string
  fullName: string
  account: { id: string; isNew: boolean } | null
}

const batch = 1000

/**
 * Decides what rows of patients become: an account for an e-mail address, a person's record for a sex and a birth. A file
 * changes neither a record nor an account that its owner signs in to.
 */
export async function decidePatients(
  context: SignedIn,
  { source, identifierHead }: { source: string; identifierHead: string },
  given: readonly SourceRow[],
): Promise<Decisions> {
  const rows: Decided[] = []
  const patients: Keyed[] = []
  const file = { source, identifierHead, today: utcDay(context.clock.now()) }
  const keyed = keying()
  await eachRow(given, (row) => {
    const read = readPatient(row, file)
    const one = 'outcome' in read ? read : keyed(read)
    if ('outcome' in one) rows.push(one)
    else patients.push(one)
  })
  const there = await whatIsThere(context, source, patients)
  const added: { account: ImportedAccount; row: KnownRow }[] = []
  const changed: { before: KnownAccount; after: ImportedAccount; row: KnownRow }[] = []
  const others: KnownRow[] = []
  const persons: AddedPerson[] = []
  await eachRow(patients, (patient) => {
    const known = there.rows.get(patient.key)
    const before = known?.accountId ? there.accounts.get(known.accountId) : undefined
    const account = decideAccount(
      patient,
      there.same.has(patient.key),
      before,
      there.byEmail.get(patient.email.toLowerCase()),
    )
    const person = decidePerson(patient, known, there)
    const said = together(account, person)
    rows.push({ line: patient.line, name: patient.fullName, problems: [], mark: '', ...said })
    if (said.outcome !== 'new' && said.outcome !== 'changed') return
    const { fullName, email, phone, key, hash } = patient
    const accountId = account?.outcome === 'new' ? uuidv7(context.clock) : (before?.id ?? null)
    const personId = person?.outcome === 'new' ? uuidv7(context.clock) : (person?.id ?? null)
    const row = { key, hash, accountId, personId, siteId: null, visitId: null }
    const after = { id: accountId ?? '', fullName, email, phone }
    if (account?.outcome === 'new') added.push({ account: after, row })
    else if (account?.outcome === 'changed' && before) changed.push({ before, after, row })
    else others.push(row)
    if (person?.outcome === 'new' && patient.person && personId) {
      const isNew = account?.outcome === 'new'
      const isUnclaimed = accountId !== null && (isNew || account?.outcome === 'changed')
      persons.push({
        ...patient.person,
        id: personId,
        fullName,
        account: isUnclaimed ? { id: accountId, isNew } : null,
      })
    }
  })
  return {
    rows: rows.sort((one, other) => one.line - other.line),
    async write(within, importId) {
      await changeImportedAccounts(within, changed)
      const accounts = added.map(({ account }) => account)
      await importAccounts(within, accounts)
      await writePersons(within, persons)
      const kept = [...added, ...changed].map(({ row }) => row)
      await keepRows(within.db, { kind: 'patients', source, importId }, [...kept, ...others])
    },
  }
}

/** Assigns each row its key, and finds duplicate rows of a file. */
function keying(): (patient: Patient) => Keyed | Decided {
  const lines = {
    key: new Map<string, number>(),
    email: new Map<string, number>(),
    number: new Map<string, number>(),
  }
  return (patient) => {
    const { line, number, fullName, person } = patient
    const email = patient.email.toLowerCase()
    const sharesAddress = email === '' ? null : (lines.email.get(email) ?? null)
    const isOwn = email !== '' && sharesAddress === null
    if (person === null && !isOwn && (number === '' || !lines.key.has(`#${number}`))) {
      const note =
        sharesAddress === null
          ? 'No e-mail and no gender: comes in with their appointments'
          : `Has the e-mail address of row ${sharesAddress}: one account serves both.`
      return { line, outcome: 'skipped', name: fullName, note, problems: [], mark: '' }
    }
    const key = number
      ? `#${number}`
      : isOwn
        ? `@${email}`
        : `=${hashOf(fullName.toLowerCase(), person?.sex, person?.birth).toString('base64url')}`
    const earlier = lines.key.get(key)
    if (earlier !== undefined) {
      const [field, what] = number ? ['externalId', 'number'] : ['fullName', 'name, gender and birth']
      return faulty(fullName, line, [{ field, message: `Row ${earlier} has the same ${what}` }])
    }
    for (const { system, value } of person?.contact.identifiers ?? []) {
      const identifier = `${system.toLowerCase()} ${identifierKey(value)}`
      const same = lines.number.get(identifier)
      if (same !== undefined) {
        return faulty(fullName, line, [
          { field: 'identifiers', message: `Row ${same} has the same ${system}` },
        ])
      }
      lines.number.set(identifier, line)
    }
    lines.key.set(key, line)
    if (isOwn) lines.email.set(email, line)
    return { ...patient, key, hash: hashOfPatient(patient), sharesAddress }
  }
}

type There = {
  rows: ReadonlyMap<string, KnownRow>
  /** The keys of rows whose content has not changed since the last import. */
  same: ReadonlySet<string>
  accounts: ReadonlyMap<string, KnownAccount>
  byEmail: ReadonlyMap<string, KnownAccount>
  /** By line. */
  owners: ReadonlyMap<number, PersonShortly[]>
  namesakes: ReadonlyMap<string, Namesake[]>
  persons: ReadonlyMap<string, PersonShortly>
}

/** The existing data of these patients, each kind read in one statement. */
async function whatIsThere(
  { db, actor }: SignedIn,
  source: string,
  patients: readonly Keyed[],
): Promise<There> {
  const keys = patients.map(({ key }) => key)
  const rows = await findRows(db, 'patients', source, keys)
  const same = new Set(
    patients.flatMap(({ key, hash }) => (isSameContent(db, rows.get(key), hash) ? [key] : [])),
  )
  const accounts = await findKnownAccounts(db, {
    ids: [...rows.values()].flatMap(({ accountId }) => accountId ?? []),
    emails: patients.flatMap(({ email }) => (email === '' ? [] : [email])),
    sites: actor.sites,
  })
  const differing = patients.filter(({ key }) => !same.has(key))
  const unknown = differing.filter(({ key, person }) => person && !rows.get(key)?.personId)
  const numbers = unknown.flatMap(({ line, person }) =>
    (person?.contact.identifiers ?? []).map((identifier) => ({ line, identifier })),
  )
  const identifiers = numbers.map(({ identifier }) => identifier)
  const owners = await ownersOfIdentifiers(db, identifiers, null)
  const names = unknown.map(({ fullName }) => fullName)
  const namesakes = await findByNames(db, names)
  const personIds = differing.flatMap(({ key }) => rows.get(key)?.personId ?? [])
  const inUse = accounts.filter(({ active, email }) => active && email !== '')
  return {
    rows,
    same,
    accounts: new Map(accounts.map((account) => [account.id, account])),
    byEmail: new Map(inUse.map((account) => [account.email.toLowerCase(), account])),
    owners: Map.groupBy(owners, ({ index }) => numbers[index]?.line ?? 0),
    namesakes: Map.groupBy(namesakes, ({ name }) => name),
    persons: await readCurrentPersons(db, personIds),
  }
}

type Said = { outcome: Decided['outcome']; note: string } & Partial<Decided>

/** The decision about the account; null for a new or changed row without an e-mail address. */
function decideAccount(
  patient: Keyed,
  isSame: boolean,
  before: KnownAccount | undefined,
  holder: KnownAccount | undefined,
): Said | null {
  if (isSame) return { outcome: 'same', note: 'Already there' }
  if (patient.email === '') return null
  if (patient.sharesAddress !== null) {
    const note = `Has the e-mail address of row ${patient.sharesAddress}, whose account it is`
    return { outcome: 'skipped', note }
  }
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

/**
 * The decision about the record, with the existing person if there is one; null for an unchanged row, and for one that neither
 * describes a person nor has a record.
 */
function decidePerson(
  { key, line, fullName, person }: Keyed,
  there: KnownRow | undefined,
  { same, owners, namesakes, persons }: There,
): (Said & { id?: string }) | null {
  if (same.has(key)) return null
  if (there?.personId) {
    const number = personNumber(persons.get(there.personId)?.number ?? 0)
    return { outcome: 'skipped', note: `Has the record ${number}, which stays as it is`, id: there.personId }
  }
  if (person === null) return null
  const { sex, birth } = person
  const [owner] = owners.get(line) ?? []
  if (owner) {
    const number = personNumber(owner.number)
    if (owner.sex === sex && birthsFit(owner.birth, birth) && sameParts(owner.fullName, fullName)) {
      return { outcome: 'same', note: `Has the record ${number} already`, id: owner.id }
    }
    const message = `${number}, of another name, gender or birth, has one of these numbers`
    return { outcome: 'error', note: '', problems: [{ field: 'identifiers', message }] }
  }
  const alike = (namesakes.get(fullName.toLowerCase()) ?? []).filter(
    (one) => one.sex === sex && birthsFit(one.birth, birth),
  )
  const [first] = alike
  if (!first) return { outcome: 'new', note: '' }
  const more = alike.length > 1 ? ` and ${alike.length - 1} more` : ''
  return {
    outcome: 'new',
    note: `Could be ${personNumber(first.number)}${more}: becomes a record of its own, to be compared under Duplicates`,
  }
}

/** Combines the decisions about account and record of a row. */
function together(account: Said | null, person: Said | null): Said {
  const both = [account, person].filter((one) => one !== null)
  const outcome =
    (['error', 'changed', 'new', 'same'] as const).find((one) => both.some((said) => said.outcome === one)) ??
    'skipped'
  return {
    outcome,
    note: both.flatMap(({ note }) => note || []).join('. '),
    problems: both.flatMap(({ problems = [] }) => problems),
    mark: both.flatMap(({ mark }) => mark ?? []).join(),
  }
}

async function writePersons(context: SignedIn, persons: readonly AddedPerson[]): Promise<void> {
  const { db, clock, actor } = context
  const createdAt = clock.now().toISOString()
  const accountIds = persons.flatMap(({ account }) => (account && !account.isNew ? account.id : []))
  const circles: ReadonlyMap<string, Circle> = await readCircles(db, accountIds)
  for (let from = 0; from < persons.length; from += batch) {
    const part = persons.slice(from, from + batch)
    await insertPersons(
      db,
      part.map(({ id, fullName, sex, birth, account }) => {
        const circle = account === null ? undefined : circles.get(account.id)
        return {
          id,
          fullName,
          sex,
          birthDate: birth.date,
          birthPrecision: birth.precision,
          createdAt,
          accountId: account === null || circle?.hasSelf ? null : account.id,
          number: (circle?.size ?? 0) + 1,
          kind: 'self',
          grantedBy: actor.accountId,
        }
      }),
    )
    const contacts = part.map(({ id, contact }) => ({ id, ...contact }))
    await insertContacts(db, contacts)
    await auditMany(
      context,
      part.map(({ id, fullName, sex, birth, contact }) => ({
        action: 'person.added',
        subject: { kind: 'person', id },
        after: { fullName, sex, birth, ...auditedPerson(contact) },
      })),
    )
  }
}
