import { type Insertable, type NotNull, sql, type Updateable } from 'kysely'
import type { Hl7Code, Hl7CodeKind } from '#contract/hl7.ts'
import type { LinkState } from '#server/modules/instruments/index.ts'
import { anyRow, type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { Hl7Connection, Hl7Link } from '#server/platform/schema.gen.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'
import { type Client, clientByItself, isManaged } from '../queries-clients.ts'

/** Statements on HL7 connections, their codes and their links. */

const settings = [
  ...(['n.id', 'n.clientId', 'n.name', 'n.way', 'n.host', 'n.port', 'n.allowed', 'n.tls'] as const),
  ...(['n.encoding', 'n.processing', 'n.isOn', 'n.version', 'n.endedAt'] as const),
  ...(['n.hl7Version', 'n.application', 'n.facility', 'n.sendsResults'] as const),
  ...(['n.sendsAppointments', 'n.numbersMessages', 'n.enhancedMode'] as const),
] as const

const selectSettings = (db: Db) => db.selectFrom('hl7Connection as n').select(settings)

export type ConnectionRow = Awaited<ReturnType<ReturnType<typeof selectSettings>['execute']>>[number]

export type LinedRow = ConnectionRow & { port: number }

/** The connections that are on and have a line. */
export const connectionsOn = (db: Db): Promise<LinedRow[]> =>
  selectSettings(db)
    .where('n.isOn', '=', true)
    .where('n.port', 'is not', null)
    .$narrowType<{ port: NotNull }>()
    .orderBy('n.createdAt')
    .execute()

/** A connection that has not ended. */
export const findOpenConnection = (db: Db, id: string): Promise<ConnectionRow | undefined> =>
  selectSettings(db).where('n.id', '=', id).where('n.endedAt', 'is', null).executeTakeFirst()

const countOf = (state: 'held' | 'waiting') =>
  sql<number>`(select count(*)::int from hl7_message m where m.connection_id = n.id and m.state = ${sql.lit(state)})`

/** Connections as managers see them, with the state of the link and the numbers of held and waiting messages. */
const selectConnections = (db: Db, sites: Sites) =>
  db
    .selectFrom('hl7Connection as n')
    .innerJoin('apiClient as c', 'c.id', 'n.clientId')
    .leftJoin('hl7Link as l', 'l.connectionId', 'n.id')
    .select(settings)
    .select(['c.name as clientName', 'l.connectedAt', 'l.heardAt', 'l.messageAt', 'l.troubleAt'])
    .select([
      sql<string>`coalesce(l.trouble, '')`.as('trouble'),
      countOf('held').as('held'),
      countOf('waiting').as('waiting'),
    ])
    .where(isManaged({ sites }))

export type ShownConnection = Awaited<ReturnType<ReturnType<typeof selectConnections>['execute']>>[number]

export const readConnections = (db: Db, sites: Sites) =>
  selectConnections(db, sites)
    .orderBy(sql`n.ended_at is not null`)
    .orderBy(sql`lower(n.name)`)
    .orderBy('n.id')
    .execute()

export const findConnection = (db: Db, sites: Sites, id: string) =>
  selectConnections(db, sites).where('n.id', '=', id).executeTakeFirst()

/** @throws a unique violation of `hl7_connection_name` or `hl7_connection_port` */
export const insertConnection = (tx: Db, row: Insertable<Hl7Connection>) =>
  tx.insertInto('hl7Connection').values(row).execute()

/** Returns false if the connection has changed since version `follows`, or has ended. @throws as `insertConnection` */
export const writeConnection = (
  tx: Db,
  id: string,
  follows: number,
  fields: Omit<Updateable<Hl7Connection>, 'id' | 'clientId' | 'version'>,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('hl7Connection')
      .set({ ...fields, version: sql<number>`version + 1` })
      .where((row) => row.and({ id, version: follows }))
      .where('endedAt', 'is', null),
  )

/** The client of a connection, with the limits that its messages have; null if it has ended. */
export const clientOfConnection = (db: Db, id: string): Promise<Client | null> =>
  rowOf(db)`select ${clientByItself} from hl7_connection n join api_client c on c.id = n.client_id
    where n.id = ${id} and n.ended_at is null and c.ended_at is null`

// Codes

export const readCodes = (db: Db, connectionId: string): Promise<Hl7Code[]> =>
  rowsOf(db)`
    select k.kind, k.code, k.means, coalesce(t.name, a.name, s.name, '') as name
    from hl7_code k left join test t on k.kind = 'test' and t.code = k.means
      left join analyte a on k.kind = 'analyte' and a.code = k.means
      left join site s on k.kind = 'location' and s.id::text = k.means
    where k.connection_id = ${connectionId} order by k.kind desc, k.code`

export const hasAnalyte = (db: Db, code: string): Promise<boolean> =>
  anyRow(db)`select code from analyte where code = ${code}`

export const hasSite = (db: Db, sites: Sites, id: string): Promise<boolean> =>
  anyRow(db)`select z.id from site z where z.id::text = ${id} and ${isAtSites('z.id', sites)}`

type CodeKey = { connectionId: string; kind: Hl7CodeKind; code: string }

export const readCode = (db: Db, key: CodeKey) =>
  db
    .selectFrom('hl7Code')
    .select('means')
    .where((row) => row.and(key))
    .executeTakeFirst()

export const writeCode = (tx: Db, key: CodeKey, means: string) =>
  tx
    .insertInto('hl7Code')
    .values({ ...key, means })
    .onConflict((conflict) => conflict.columns(['connectionId', 'kind', 'code']).doUpdateSet({ means }))
    .execute()

export const removeCode = (tx: Db, key: CodeKey) =>
  tx
    .deleteFrom('hl7Code')
    .where((row) => row.and(key))
    .execute()

// Links

/** Takes or renews the lease of the links. Returns false if another process has the lease. */
export const holdHl7Links = async (db: Db, holder: string, seconds: number): Promise<boolean> => {
  const row = await rowOf(db)`
    update hl7_holder set holder = ${holder}::uuid, held_until = now() + make_interval(secs => ${seconds}::float8)
    where holder = ${holder}::uuid or holder is null or held_until < now() returning 1`
  return row !== null
}

export const letGoOfHl7Links = (db: Db, holder: string) =>
  db.updateTable('hl7Holder').set({ holder: null }).where('holder', '=', holder).execute()

export const noteHl7Link = (
  db: Db,
  connectionId: string,
  change: LinkState & Pick<Insertable<Hl7Link>, 'messageAt' | 'sequence' | 'receivedSequence'>,
) =>
  db
    .insertInto('hl7Link')
    .values({ connectionId, ...change })
    .onConflict((conflict) => conflict.column('connectionId').doUpdateSet(change))
    .execute()

/** The sequence number of the last accepted message. */
export const lastSequence = async (db: Db, connectionId: string): Promise<number> => {
  const row = await db
    .selectFrom('hl7Link')
    .select('sequence')
    .where('connectionId', '=', connectionId)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/** The sequence number of the last message that was taken; null: any number can come next. */
export const receivedSequence = async (db: Db, connectionId: string): Promise<number | null> => {
  const row = await db
    .selectFrom('hl7Link')
    .select('receivedSequence')
    .where('connectionId', '=', connectionId)
    .executeTakeFirst()
  return row?.receivedSequence ?? null
}

/** Marks the links of the previous process as not connected. */
export const forgetHl7Connections = (db: Db) =>
  db.updateTable('hl7Link').set({ connectedAt: null }).where('connectedAt', 'is not', null).execute()
