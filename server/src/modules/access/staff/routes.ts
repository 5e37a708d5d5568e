import * as clinicians from '#contract/clinicians.ts'
import * as managers from '#contract/managers.ts'
import * as sessions from '#contract/staff-sessions.ts'
import * as contract from '#contract/technicians.ts'
import { languageOf } from '#server/platform/http/asked-language.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { BrowserCookie } from '../browser-cookie.ts'
import { logInTechnician } from '../log-in/log-in.ts'
import { onDevice } from '../log-in/on-device.ts'
import { endStaffSession, endStaffSessions, listStaffSessions } from '../sessions/staff-sessions.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { deactivateStaff } from './deactivate-staff.ts'
import { readInvitation } from './invitation.ts'
import { withdrawInvitation } from './invite-staff.ts'
import { inviteClinician, listClinicians, resendClinician } from './manage-clinicians.ts'
import { changeManager, inviteManager, listManagers, resendManager } from './manage-managers.ts'
import {
  inviteTechnician,
  listTechnicians,
  readTechnicianProfile,
  resendTechnician,
  updateTechnician,
} from './manage-technicians.ts'

export function technicianRoutes(serve: Serve, devices: BrowserCookie): void {
  serve(managers.listManagers, (context) => listManagers(context))
  serve(managers.inviteManager, (context, { body }) => inviteManager(context, body))
  serve(managers.resendManager, (context, { params }) => resendManager(context, params.id))
  serve(managers.withdrawManager, (context, { params }) => withdrawInvitation(context, 'admin', params.id))
  serve(managers.changeManager, (context, { params, body }) => changeManager(context, params.id, body))
  serve(managers.deactivateManager, (context, { params, body }) =>
    deactivateStaff(context, 'admin', params.id, body?.reason),
  )
  serve(clinicians.listClinicians, (context) => listClinicians(context))
  serve(clinicians.inviteClinician, (context, { body }) => inviteClinician(context, body))
  serve(clinicians.resendClinician, (context, { params }) => resendClinician(context, params.id))
  serve(clinicians.withdrawClinician, (context, { params }) =>
    withdrawInvitation(context, 'clinician', params.id),
  )
  serve(clinicians.deactivateClinician, (context, { params, body }) =>
    deactivateStaff(context, 'clinician', params.id, body?.reason),
  )
  serve(sessions.listStaffSessions, (context, { params }) => listStaffSessions(context, params.id))
  serve(sessions.endStaffSession, (context, { params }) =>
    endStaffSession(context, params.id, params.session),
  )
  serve(sessions.endStaffSessions, (context, { params }) => endStaffSessions(context, params.id))
  serve(contract.listTechnicians, (context) => listTechnicians(context))
  serve(contract.inviteTechnician, (context, { body }) => inviteTechnician(context, body))
  serve(contract.readTechnicianProfile, (context) => readTechnicianProfile(context))
  serve(contract.readInvitation, (context, { body }) => readInvitation(context, body.token))
  serve(contract.acceptInvitation, (context, { params, body, request, reply }) =>
    onDevice(devices, request, reply, (device) =>
      acceptInvitation(context, body.token ?? params.id, {
        password: body.password,
        language: languageOf(request),
        device,
      }),
    ),
  )
  serve(contract.technicianLogin, (context, { body, request, reply }) =>
    onDevice(devices, request, reply, (device) => logInTechnician(context, body, device)),
  )
  serve(contract.resendInvitation, (context, { params }) => resendTechnician(context, params.id))
  serve(contract.withdrawInvitation, (context, { params }) =>
    withdrawInvitation(context, 'technician', params.id),
  )
  serve(contract.updateTechnician, (context, { params, body }) => updateTechnician(context, params.id, body))
  serve(contract.deactivateTechnician, (context, { params, body }) =>
    deactivateStaff(context, 'technician', params.id, body?.reason),
  )
}
