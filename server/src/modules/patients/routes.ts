import * as contract from '#contract/patients.ts'
import * as people from '#contract/people.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { addPerson } from './add-person.ts'
import { changePatient } from './change-patient.ts'
import { findDuplicates } from './find-duplicates.ts'
import { changePerson, readPerson, readVisitsOfPerson } from './keep-person.ts'
import { listDuplicates, notSamePerson } from './list-duplicates.ts'
import { mergePatients, showMerge } from './merge-patients.ts'
import type { Neighbours } from './neighbours.ts'
import { readRecord, readVisitsOfPatient } from './read-record.ts'
import { searchPatients } from './search-patients.ts'
import { searchPeople } from './search-people.ts'
import { undoMerge } from './undo-merge.ts'

export function patientRoutes(serve: Serve, neighbours: Neighbours): void {
  serve(contract.searchPatients, (context, { query }) => searchPatients(context, query))
  serve(people.searchPeople, (context, { query }) => searchPeople(context, query))
  serve(people.addPerson, (context, { body, headers }) =>
    addPerson(context, body, headers['idempotency-key']),
  )
  serve(people.readPerson, (context, { params }) => readPerson(context, params.id))
  serve(people.listPersonVisits, (context, { params, query }) =>
    readVisitsOfPerson(context, params.id, query),
  )
  serve(people.changePerson, (context, { params, body }) => changePerson(context, params.id, body))
  serve(contract.listDuplicates, (context, { query }) => listDuplicates(context, query))
  serve(contract.findDuplicates, (context) => findDuplicates(context))
  serve(contract.notSamePerson, (context, { body }) => notSamePerson(context, body))
  serve(contract.readPatientRecord, (context, { params }) => readRecord(context, params.id))
  serve(contract.listPatientVisits, (context, { params, query }) =>
    readVisitsOfPatient(context, params.id, query),
  )
  serve(contract.changePatient, (context, { params, body }) => changePatient(context, params.id, body))
  serve(contract.previewMerge, (context, { params, query }) => showMerge(context, params.id, query.other))
  serve(contract.mergePatients, (context, { params, body }) =>
    mergePatients(context, params.id, body, neighbours),
  )
  serve(contract.undoMerge, (context, { params, body }) => undoMerge(context, params.id, body))
}
