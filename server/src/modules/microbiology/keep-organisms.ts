import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/microbiology.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, refuseViolationOf, required } from '#server/platform/errors.ts'
import {
  insertAntibiotic,
  insertOrganism,
  readAntibiotic,
  readOrganism,
  writeAntibiotic,
  writeOrganism,
} from './queries-microbiology.ts'

/** Adds and changes organisms and antibiotics. They are never removed, because results refer to them. */

/** The name in small letters with hyphens: `escherichia-coli`. */
export const codeOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 60)
    .replace(/-+$/, '')

const refuseTaken = refuseViolationOf({
  organism_name: () => invalid({ name: ['There is an organism with this name'] }),
  organism_pkey: () => invalid({ name: ['An organism with this name already exists'] }),
  antibiotic_name: () => invalid({ name: ['There is an antibiotic with this name'] }),
  antibiotic_pkey: () => invalid({ code: ['Another antibiotic has this abbreviation'] }),
})

export async function addOrganism(
  context: SignedIn,
  { group: organismGroup, ...fields }: BodyOf<typeof contract.addOrganism>,
) {
  const code = codeOf(fields.name)
  if (code.length < 2) throw invalid({ name: ['The name needs letters from A to Z'] })
  await transact(context, async (inside) => {
    await insertOrganism(inside.db, { code, organismGroup, ...fields }).catch(refuseTaken)
    const after = { organismGroup, ...fields }
    await audit(inside, { action: 'organism.added', subject: { kind: 'organism', id: code }, after })
  })
  return { message: `${fields.name} is added.`, code }
}

export async function changeOrganism(
  context: SignedIn,
  code: string,
  { group: organismGroup, version, ended, ...fields }: BodyOf<typeof contract.changeOrganism>,
) {
  await transact(context, async (inside) => {
    const { db, clock } = inside
    const before = required(await readOrganism(db, code), 'This organism')
    const endedAt = ended ? (before.endedAt ?? clock.now()) : null
    const change = { organismGroup, endedAt, ...fields }
    if (!(await writeOrganism(db, code, version, change).catch(refuseTaken)))
      throw changedMeanwhile(before.name)
    const changes = changedFields(before, change)
    await audit(inside, { action: 'organism.changed', subject: { kind: 'organism', id: code }, ...changes })
  })
  return { message: `${fields.name} is saved.` }
}

export async function addAntibiotic(
  context: SignedIn,
  { code, ...fields }: BodyOf<typeof contract.addAntibiotic>,
) {
  await transact(context, async (inside) => {
    await insertAntibiotic(inside.db, { code, ...fields }).catch(refuseTaken)
    await audit(inside, {
      action: 'antibiotic.added',
      subject: { kind: 'antibiotic', id: code },
      after: fields,
    })
  })
  return { message: `${fields.name} is added.` }
}

export async function changeAntibiotic(
  context: SignedIn,
  code: string,
  { version, ended, ...fields }: BodyOf<typeof contract.changeAntibiotic>,
) {
  await transact(context, async (inside) => {
    const { db, clock } = inside
    const before = required(await readAntibiotic(db, code), 'This antibiotic')
    const change = { endedAt: ended ? (before.endedAt ?? clock.now()) : null, ...fields }
    if (!(await writeAntibiotic(db, code, version, change).catch(refuseTaken)))
      throw changedMeanwhile(before.name)
    const changes = changedFields(before, change)
    await audit(inside, {
      action: 'antibiotic.changed',
      subject: { kind: 'antibiotic', id: code },
      ...changes,
    })
  })
  return { message: `${fields.name} is saved.` }
}
