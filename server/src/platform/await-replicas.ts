import { sql } from 'kysely'
import { type Db, inTransaction } from './database.ts'

/**
 * Waits until the synchronous standbys, if there are any, have every commit that this database shows. A commit is visible before
 * they have it if its wait was cancelled, or if the primary crashed and restarted meanwhile. A promoted standby may then lack it,
 * so it must not be reported as done. The message is a commit of its own, which waits for all commits before it.
 * @throws OutcomeUnknown if this wait is cancelled as well
 */
export async function awaitReplicas(db: Db): Promise<void> {
  await inTransaction(db, (tx) => sql`select pg_logical_emit_message(true, 'phial', '')`.execute(tx))
}
