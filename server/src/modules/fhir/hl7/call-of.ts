import type { Context } from '#server/platform/context.ts'
import type { Hl7Call } from './hl7-call.ts'
import { clientOfConnection, findOpenConnection, readCodes } from './queries-connections.ts'

/** The context of messages of a connection; null if it has ended. */
export async function callOf(context: Context, connectionId: string): Promise<Hl7Call | null> {
  const connection = await findOpenConnection(context.db, connectionId)
  const client = await clientOfConnection(context.db, connectionId)
  if (!connection || !client) return null
  const codes = await readCodes(context.db, connectionId)
  const ofKind = (kind: string) =>
    new Map(codes.filter((one) => one.kind === kind).map(({ code, means }) => [code, means]))
  return {
    ...{ ...context, client, connection },
    ...{ authorities: ofKind('authority'), tests: ofKind('test'), analytes: ofKind('analyte') },
    locations: ofKind('location'),
  }
}
