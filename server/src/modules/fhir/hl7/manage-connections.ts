import type { ApiScope } from '#contract/api-clients.ts'
import { addressesIn } from '#contract/connections.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/hl7.ts'
import type { Hl7CodeKind } from '#contract/hl7.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import {
  changedMeanwhile,
  invalid,
  refuseViolationOf,
  required,
  requirePossible,
} from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { findClient, managedBy } from '../queries-clients.ts'
import { holdClient } from '../webhooks/queries-webhooks.ts'
import {
  type ConnectionRow,
  findConnection,
  hasAnalyte,
  hasSite,
  insertConnection,
  readCode,
  readCodes,
  readConnections,
  removeCode,
  type ShownConnection,
  writeCode,
  writeConnection,
} from './queries-connections.ts'
import { appointmentScopes, resultScopes } from './queries-waiting.ts'

/** The settings and codes of HL7 connections. */

export const requireConnection = async ({ db, actor }: SignedIn, id: string): Promise<ShownConnection> =>
  required(await findConnection(db, actor.sites, id), 'This HL7 connection')

export async function requireOpenConnection(context: SignedIn, id: string): Promise<ShownConnection> {
  const connection = await requireConnection(context, id)
  requirePossible(connection.endedAt === null ? null : 'This HL7 connection has ended.')
  return connection
}

const present = ({ clientId, clientName, ...row }: ShownConnection) => ({
  ...row,
  allowed: row.allowed.join(' '),
  client: { id: clientId, name: clientName },
})

export const listConnections = async ({ db, actor }: SignedIn) => ({
  connections: (await readConnections(db, actor.sites)).map(present),
})

export async function readConnection(context: SignedIn, id: string) {
  const row = await requireConnection(context, id)
  return { ...present(row), codes: await readCodes(context.db, id) }
}

const refuseTaken = refuseViolationOf({
  hl7_connection_name: () => invalid({ name: ['Another HL7 connection has this name'] }),
  hl7_connection_port: () => invalid({ port: ['Another HL7 connection uses this port'] }),
})

type Settings = Omit<BodyOf<typeof contract.changeHl7Connection>, 'version'>
const columnsOf = ({ allowed, ...fields }: Settings) => ({
  ...fields,
  allowed: addressesIn(allowed),
})

/** What is sent has to be within the permissions of the client. */
async function requireScopes({ db, actor }: SignedIn, clientId: string, settings: Settings) {
  const client = required(await findClient(db, managedBy(actor), clientId), 'This API client')
  if (client.redirectUris.length > 0)
    throw invalid({ clientId: ['This is an app that people use: choose a program that reads by itself'] })
  if (client.signsInBy === 'api_key')
    throw invalid({ clientId: ['This is an API key: choose a client of FHIR'] })
  const lacks = (scopes: readonly ApiScope[]) => !scopes.every((scope) => client.scopes.includes(scope))
  if (settings.sendsResults && lacks(resultScopes))
    throw invalid({
      sendsResults: ['The API client does not have the permissions to read reports and values'],
    })
  if (settings.sendsAppointments && lacks(appointmentScopes))
    throw invalid({ sendsAppointments: ['The API client does not have the permission to read appointments'] })
  return client
}

const subjectOf = (clientId: string) => ({ kind: 'api_client', id: clientId }) as const

export async function addConnection(
  context: SignedIn,
  { clientId, ...settings }: BodyOf<typeof contract.addHl7Connection>,
) {
  const { clock, actor } = context
  const client = await requireScopes(context, clientId, settings)
  const id = uuidv7(clock)
  await transact(context, async (inside) => {
    requirePossible((await holdClient(inside.db, clientId)) ? null : `${client.name} has ended.`)
    await insertConnection(inside.db, {
      ...{ ...columnsOf(settings), id, clientId, isOn: false },
      ...{ createdBy: actor.accountId, createdAt: clock.now() },
    })
    const after = { connection: id, ...settings }
    await audit(inside, { action: 'hl7_connection.added', subject: subjectOf(clientId), after })
  }).catch(refuseTaken)
  return { message: `${settings.name} is added. Turn it on when the hospital is ready.`, id }
}

export async function changeConnection(
  context: SignedIn,
  id: string,
  { version, ...settings }: BodyOf<typeof contract.changeHl7Connection>,
) {
  await transact(context, async (inside) => {
    const before = await requireOpenConnection(inside, id)
    await requireScopes(inside, before.clientId, settings)
    const after = columnsOf(settings)
    if (!(await writeConnection(inside.db, id, version, after))) throw changedMeanwhile(before.name)
    const changed = changedFields(before, after)
    if (changed) await note(inside, before, 'hl7_connection.changed', changed)
  }).catch(refuseTaken)
  return { message: `${settings.name} is saved.` }
}

const note = (
  inside: SignedIn,
  { id, clientId }: ConnectionRow,
  action: 'hl7_connection.changed' | 'hl7_connection.ended' | 'hl7_connection.code_changed',
  { before, after }: { before?: object | undefined; after: object },
) =>
  audit(inside, {
    ...{ action, subject: subjectOf(clientId), after: { connection: id, ...after } },
    ...(before && { before }),
  })

export async function turnConnection(
  context: SignedIn,
  id: string,
  { isOn }: BodyOf<typeof contract.turnHl7Connection>,
) {
  const { name } = await transact(context, async (inside) => {
    const before = await requireOpenConnection(inside, id)
    if (before.isOn === isOn) return before
    if (!(await writeConnection(inside.db, id, before.version, { isOn }))) throw changedMeanwhile(before.name)
    await note(inside, before, 'hl7_connection.changed', { before: { isOn: before.isOn }, after: { isOn } })
    return before
  })
  return { message: isOn ? `${name} is on.` : `${name} is off.` }
}

export async function endConnection(context: SignedIn, id: string) {
  const { name } = await transact(context, async (inside) => {
    const before = await requireOpenConnection(inside, id)
    const end = { isOn: false, endedAt: inside.clock.now(), endedBy: inside.actor.accountId }
    if (!(await writeConnection(inside.db, id, before.version, end))) throw changedMeanwhile(before.name)
    await note(inside, before, 'hl7_connection.ended', { after: {} })
    return before
  })
  return { message: `${name} is ended.` }
}

export async function mapCode(
  context: SignedIn,
  id: string,
  { kind, code, means }: BodyOf<typeof contract.mapHl7Code>,
) {
  if (means !== '') await requireMeaning(context, kind, means)
  await transact(context, async (inside) => {
    const { db } = inside
    const connection = await requireOpenConnection(inside, id)
    const key = { connectionId: id, kind, code }
    const before = await readCode(db, key)
    if (means === '') await removeCode(db, key)
    else await writeCode(db, key, means)
    const after = { kind, code, means }
    await note(inside, connection, 'hl7_connection.code_changed', { before, after })
  })
  return { message: means === '' ? `${code} is removed.` : `${code} is saved.` }
}

async function requireMeaning(context: SignedIn, kind: Hl7CodeKind, means: string): Promise<void> {
  const { db, actor } = context
  if (kind === 'test') return requireTest(context, means)
  if (kind === 'analyte' && !(await hasAnalyte(db, means)))
    throw invalid({ means: ['The catalogue does not have this analyte'] })
  if (kind === 'location' && !(await hasSite(db, actor.sites, means)))
    throw invalid({ means: ['There is no such site'] })
}

async function requireTest({ db }: SignedIn, means: string): Promise<void> {
  const [test] = await readBenchTests(db, [means])
  if (!test) throw invalid({ means: ['The catalogue does not have this test'] })
  if (test.confidential)
    throw invalid({ means: ['This test is confidential and cannot be ordered by a program'] })
}
