import type { Config } from '#server/config.ts'
import { uuid } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import { idParam, patientParam, stringParam } from '../queries-conditions.ts'
import { kindOfTable } from '../queries-table.ts'
import { following } from '../references.ts'
import { baseOf, type Resource, referenceTo } from '../resource.ts'
import { type MotherRow, motherRows } from './queries-referrers.ts'

/** The mother of each baby whose record names her, under the id of the baby. */
export const relatedPersons = (config: Config): Kind =>
  kindOfTable<MotherRow>({
    type: 'RelatedPerson',
    scope: 'system/RelatedPerson.rs',
    ownRows: motherRows,
    order: { personId: uuid('r.person_id') },
    params: {
      _id: idParam('person_id'),
      patient: patientParam(baseOf(config)),
      name: stringParam('full_name', 'The name'),
    },
    references: { patient: following(['Patient'], ({ patient }) => patient) },
    summary: ['patient', 'relationship', 'name'],
    subject: ({ personId }) => ({ kind: 'person', id: personId }),
    present: ({ personId, fullName }): Resource => ({
      resourceType: 'RelatedPerson',
      id: personId,
      patient: referenceTo('Patient', personId),
      relationship: [mother],
      name: [{ text: fullName }],
    }),
  })

const mother = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode', code: 'MTH', display: 'mother' }],
}
