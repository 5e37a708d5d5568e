import { sql } from 'kysely'
import type { Disposal, DueTube, ListedDisposal } from '#contract/storage.ts'
import { anyRow, type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { andIf } from '#server/platform/statement.ts'
import { placeOfStay, stays } from './queries-parts.ts'

/** Statements on retention times and disposal lists. */

const until = sql`s.collected_at + (select make_interval(days => t.days) from specimen_retention t where t.specimen = s.specimen)`

/**
 * Condition on sample `s`: its retention time has passed, its tests, or the tests of the tube of an aliquot, are completed, and its person
 * is not on legal hold.
 */
export const isDue = (now: Date) => sql<boolean>`(s.status = 'received' and coalesce(${until} < ${now}, false)
  and s.id <> all(array(select h.id from held_samples() h))
  and not exists (select from task k where k.site_id = s.site_id and k.sample_id = coalesce(s.aliquot_of, s.id) and k.withdrawn_at is null
    and k.status <> 'completed'))`

const isUnlisted = sql`not exists (
  select from disposal_tube d where d.site_id = s.site_id and d.sample_id = s.id and d.state = 'listed')`

const dueTubes = (
  sites: Sites,
  now: Date,
) => sql`${stays} join sample s on s.site_id = p.site_id and s.id = p.sample_id
  join site e on e.id = s.site_id
  where p.taken_at is null and ${isUnlisted} and ${isDue(now)} ${atSites('p.site_id', sites)}`

export const readDue = (db: Db, sites: Sites, now: Date, siteId: string | undefined): Promise<DueTube[]> =>
  rowsOf(
    db,
  )`select s.accession, s.specimen, ${placeOfStay} as place, s.collected_at, ${until} as due_at, e.name as site
    from ${dueTubes(sites, now)} ${andIf(siteId, (id) => sql`p.site_id = ${id}`)}
    order by u.name, r.name, p.position limit 500`

export async function countDue(db: Db, sites: Sites, now: Date): Promise<number> {
  const row = await rowOf(db)<{ count: number }>`select count(*)::int as count from ${dueTubes(sites, now)}`
  return row?.count ?? 0
}

/** The given tubes that are due for disposal, with their site. */
export const dueAmong = (
  tx: Db,
  sites: Sites,
  now: Date,
  accessions: readonly string[],
): Promise<{ siteId: string; id: string; accession: string }[]> =>
  rowsOf(tx)`select s.site_id, s.id, s.accession from ${dueTubes(sites, now)}
    and s.accession = any(${[...accessions]}::text[])`

/** The specimens of the catalogue and the specimens with a retention time. */
export const readRetention = (db: Db): Promise<{ specimen: string; days: number | null }[]> =>
  rowsOf(db)`select specimen, t.days from (
      select specimen from test union select specimen from specimen_retention) x
    left join specimen_retention t using (specimen) order by specimen`

export async function writeRetention(
  tx: Db,
  specimens: readonly { specimen: string; days: number | null }[],
): Promise<void> {
  const unset = specimens.flatMap(({ specimen, days }) => (days === null ? [specimen] : []))
  if (unset.length > 0) await tx.deleteFrom('specimenRetention').where('specimen', 'in', unset).execute()
  // In one order, so that two people who set the same specimens at once cannot deadlock.
  const set = specimens
    .flatMap(({ specimen, days }) => (days === null ? [] : [{ specimen, days }]))
    .sort((one, other) => (one.specimen < other.specimen ? -1 : 1))
  if (set.length > 0)
    await tx
      .insertInto('specimenRetention')
      .values(set)
      .onConflict((found) =>
        found.column('specimen').doUpdateSet(({ ref }) => ({ days: ref('excluded.days') })),
      )
      .execute()
}

/** @throws a unique violation of `disposal_tube_listed` if a tube is already on another list */
export async function insertDisposal(
  tx: Db,
  { siteId, id, by, now }: { siteId: string; id: string; by: string; now: Date },
  samples: readonly string[],
): Promise<void> {
  await tx.insertInto('disposal').values({ siteId, id, madeBy: by, madeAt: now }).execute()
  const tubes = samples.map((sampleId) => ({ siteId, disposalId: id, sampleId }))
  await tx.insertInto('disposalTube').values(tubes).execute()
}

const columns = sql`d.id, e.name as site, m.full_name as made_by, d.made_at, c.full_name as confirmed_by, d.confirmed_at,
  d.cancelled_at, n.tubes, n.discarded`
const disposals = sql`disposal d join site e on e.id = d.site_id join account m on m.id = d.made_by
  left join account c on c.id = d.confirmed_by
  cross join lateral (select count(*)::int as tubes, (count(*) filter (where t.state = 'discarded'))::int as discarded
    from disposal_tube t where t.site_id = d.site_id and t.disposal_id = d.id) n`

const latestFirst: Order<ListedDisposal> = { id: uuid('d.id desc') }

export const pageOfDisposals = (db: Db, sites: Sites, page: PageQuery): Promise<Page<ListedDisposal>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<ListedDisposal>`select ${columns} from ${disposals} where true ${atSites('d.site_id', sites)} and ${after}
      order by ${by} limit ${limit}`.execute(db),
  )

export type DisposalRow = Omit<Disposal, 'whyNotConfirm'> & { siteId: string; madeById: string }

/** A disposal list, in the order of places. A discarded tube is listed at its last place. */
export const findDisposal = (db: Db, sites: Sites, id: string): Promise<DisposalRow | null> =>
  rowOf(db)`select ${columns}, d.site_id, d.made_by as made_by_id, (
      select jsonb_agg(jsonb_build_object('accession', s.accession, 'specimen', s.specimen, 'state', t.state,
        'place', coalesce(w.place, '')) order by w.unit, w.rack, w.position, s.accession)
      from disposal_tube t join sample s on s.site_id = t.site_id and s.id = t.sample_id
        left join lateral (select ${placeOfStay} as place, u.name as unit, r.name as rack, p.position
          from ${stays} where p.site_id = s.site_id and p.sample_id = s.id order by p.id desc limit 1) w on true
      where t.site_id = d.site_id and t.disposal_id = d.id) as list
    from ${disposals} where d.id = ${id} ${atSites('d.site_id', sites)}`

type Key = { siteId: string; id: string }
type Deed = { by: string; now: Date }

/** Returns false if the list is confirmed or cancelled. @throws a check violation of `disposal_by_two` if the same account made it */
export const setConfirmed = (tx: Db, { siteId, id }: Key, { by, now }: Deed): Promise<boolean> =>
  anyRow(tx)`update disposal set confirmed_by = ${by}, confirmed_at = ${now}
    where site_id = ${siteId} and id = ${id} and confirmed_at is null and cancelled_at is null returning 1`

export const setCancelled = (tx: Db, { siteId, id }: Key, { by, now }: Deed): Promise<boolean> =>
  anyRow(tx)`update disposal set cancelled_by = ${by}, cancelled_at = ${now}
    where site_id = ${siteId} and id = ${id} and confirmed_at is null and cancelled_at is null returning 1`

/** Marks the named tubes of a list as discarded and all other tubes as kept. Returns the discarded samples. */
export async function settleTubes(
  tx: Db,
  { siteId, id }: Key,
  accessions: readonly string[],
): Promise<{ accession: string }[]> {
  // Before the places of the tubes are freed, in the order in which whoever moves a tube locks: sample, then place.
  await sql`select from disposal_tube t join sample s on s.site_id = t.site_id and s.id = t.sample_id
    where t.site_id = ${siteId} and t.disposal_id = ${id} order by s.id for update of s`.execute(tx)
  const gone = await rowsOf(tx)<{ accession: string }>`
    update disposal_tube t set state = 'discarded' from sample s
    where t.site_id = ${siteId} and t.disposal_id = ${id} and t.state = 'listed' and s.site_id = t.site_id and s.id = t.sample_id
      and s.accession = any(${[...accessions]}::text[]) returning s.accession`
  await sql`update disposal_tube set state = 'kept' where site_id = ${siteId} and disposal_id = ${id} and state = 'listed'`.execute(
    tx,
  )
  return gone
}
