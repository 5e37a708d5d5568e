import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientCall } from '#server/modules/fhir/admit-client.ts'
import type { Asked, Kind } from '#server/modules/fhir/kind.ts'
import { serviceRequests } from '#server/modules/fhir/service-requests.ts'
import { camelCase } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import { openTestApp, type TestApp } from './harness.ts'

let lab: TestApp
beforeAll(async () => {
  lab = await openTestApp()
})
afterAll(() => lab.close())

const client = {
  ...{ id: randomUUID(), name: 'Clinic', scopes: [], perMinute: 600, lastUsedAt: null },
  ...{ sites: null, facilityId: null, person: null, access: null },
}

/** The plan of a search if PostgreSQL reads whole tables only where no index can serve. */
async function planOf(kind: Kind, asked: readonly Asked[]): Promise<string> {
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: lab.pool }),
    plugins: [camelCase],
    log: ({ query: { sql, parameters } }) => void sent.push({ sql, parameters }),
  })
  const call: ClientCall = { ...lab.context, actor: null, db, client }
  await kind.search(call, asked, { limit: 20 })
  const search = sent.find(({ sql }) => /select r\.\* from/.test(sql))
  const connection = await lab.pool.connect()
  try {
    await connection.query(
      'begin; set local enable_seqscan = off; set local plan_cache_mode = force_custom_plan',
    )
    const { rows } = await connection.query(`explain ${search?.sql}`, [...(search?.parameters ?? [])])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await connection.query('rollback')
    connection.release()
  }
}

describe('plans of searches by programs', () => {
  it('several ordered tests are found by the index of their visits, as one is', async () => {
    const ids = Array.from({ length: 10 }, () => `${randomUUID()}.FBC`)
    for (const some of [ids.slice(0, 1), ids]) {
      const plan = await planOf(serviceRequests(lab.config), [{ name: '_id', all: [some] }])
      expect(plan).toMatch(/Index Cond: \(.*visit_id = ANY/)
    }
  })
})
