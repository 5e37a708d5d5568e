import { specialties } from '#contract/specialties.ts'
import type { Plan, StaffMember } from '#simulation/laboratory/plan.ts'
import { staffName } from './people.ts'

/** The people of a simulated plan as technicians of the product. */
export type Colleague = {
  id: string
  member: StaffMember
  name: string
  email: string
  specialties: string[]
}

/** The specialties of the tests that somebody does; all of them for staff who release. */
export function specialtiesOf(plan: Plan, { skills }: StaffMember): string[] {
  const tests = plan.tests.filter(({ skill }) => skills.includes(skill)).map(({ id }) => id)
  const all = tests.length === 0 && skills.includes('release')
  return Object.entries(specialties).flatMap(([name, codes]) =>
    all || codes.some((code) => tests.includes(code)) ? [name] : [],
  )
}

export function colleagues(plan: Plan, seed: number, newId: () => string): Map<string, Colleague> {
  const suffix = seed === 1 ? '' : `s${seed}`
  return new Map(
    plan.staff.map((member, index) => [
      member.id,
      {
        id: newId(),
        member,
        name: staffName(seed, index),
        email: `staff${index + 1}${suffix}@example.com`,
        specialties: specialtiesOf(plan, member),
      },
    ]),
  )
}
