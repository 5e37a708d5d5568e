import * as addresses from '#contract/address-changes.ts'
import * as care from '#contract/care.ts'
import * as joins from '#contract/joins.ts'
import * as contract from '#contract/patients.ts'
import * as people from '#contract/people.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { askCareCode } from './care/ask-code.ts'
import { endCare, grantCare, makeCareCode, takeCare } from './care/change-care.ts'
import { readCare, readCarers, readOfAge } from './care/list-care.ts'
import { findDuplicates } from './joins/find-duplicates.ts'
import { joinPersons, readJoins, showJoin, undoJoin } from './joins/join-persons.ts'
import { listDuplicates, notSamePerson } from './joins/list-duplicates.ts'
import { addPerson } from './records/add-person.ts'
import { approveAddressChange, listAddressChanges, refuseAddressChange } from './records/address-changes.ts'
import { changePatient } from './records/change-patient.ts'
import { changePerson, readPerson, readVisitsOfPerson } from './records/keep-person.ts'
import { readRecord, readVisitsOfPatient } from './records/read-record.ts'
import { searchPatients } from './search/search-patients.ts'
import { searchPeople } from './search/search-people.ts'

export function personRoutes(serve: Serve): void {
  serve(addresses.listAddressChanges, (context) => listAddressChanges(context))
  serve(addresses.approveAddressChange, (context, { params }) => approveAddressChange(context, params.id))
  serve(addresses.refuseAddressChange, (context, { params }) => refuseAddressChange(context, params.id))
  serve(care.listCare, (context) => readCare(context))
  serve(care.takeCare, (context, { body }) => takeCare(context, body))
  serve(care.askCareCode, (context, { body }) => askCareCode(context, body))
  serve(care.listOfAge, (context) => readOfAge(context))
  serve(care.listCarers, (context, { params }) => readCarers(context, params.id))
  serve(care.grantCare, (context, { params, body }) => grantCare(context, params.id, body))
  serve(care.makeCareCode, (context, { params, body }) => makeCareCode(context, params.id, body))
  serve(care.endCare, (context, { params }) => endCare(context, params))
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
  serve(joins.listDuplicates, (context, { query }) => listDuplicates(context, query))
  serve(joins.findDuplicates, (context) => findDuplicates(context))
  serve(joins.notSamePerson, (context, { body }) => notSamePerson(context, body))
  serve(contract.readPatientRecord, (context, { params }) => readRecord(context, params.id))
  serve(contract.listPatientVisits, (context, { params, query }) =>
    readVisitsOfPatient(context, params.id, query),
  )
  serve(contract.changePatient, (context, { params, body }) => changePatient(context, params.id, body))
  serve(joins.previewJoin, (context, { params, query }) => showJoin(context, params.id, query.other))
  serve(joins.joinPersons, (context, { params, body }) => joinPersons(context, params.id, body))
  serve(joins.undoJoin, (context, { params, body }) => undoJoin(context, params.id, body))
  serve(joins.listJoins, (context, { params }) => readJoins(context, params.id))
}
