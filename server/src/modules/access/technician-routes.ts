import * as managers from '#contract/managers.ts'
import * as contract from '#contract/technicians.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { askedLanguage } from './asked-language.ts'
import { deactivateTechnician } from './deactivate-technician.ts'
import { inviteTechnician } from './invite-technician.ts'
import { listTechnicians } from './list-technicians.ts'
import { logInTechnician } from './log-in-technician.ts'
import {
  changeManager,
  deactivateManager,
  inviteManager,
  listManagers,
  resendManager,
  withdrawManager,
} from './manage-managers.ts'
import { readInvitation } from './read-invitation.ts'
import { readTechnicianProfile } from './read-technician-profile.ts'
import { resendInvitation } from './resend-invitation.ts'
import { updateTechnician } from './update-technician.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

export function technicianRoutes(serve: Serve): void {
  serve(managers.listManagers, (context) => listManagers(context))
  serve(managers.inviteManager, (context, { body }) => inviteManager(context, body))
  serve(managers.resendManager, (context, { params }) => resendManager(context, params.id))
  serve(managers.withdrawManager, (context, { params }) => withdrawManager(context, params.id))
  serve(managers.changeManager, (context, { params, body }) => changeManager(context, params.id, body))
  serve(managers.deactivateManager, (context, { params, body }) =>
    deactivateManager(context, params.id, body?.reason),
  )
  serve(contract.listTechnicians, (context) => listTechnicians(context))
  serve(contract.inviteTechnician, (context, { body }) => inviteTechnician(context, body))
  serve(contract.readTechnicianProfile, (context) => readTechnicianProfile(context))
  serve(contract.readInvitation, (context, { params }) => readInvitation(context, params.id))
  serve(contract.acceptInvitation, (context, { params, body, request }) =>
    acceptInvitation(context, params.id, {
      password: body.password,
      language: askedLanguage(request.headers['accept-language']) ?? 'en',
    }),
  )
  serve(contract.technicianLogin, (context, { body }) => logInTechnician(context, body))
  serve(contract.resendInvitation, (context, { params }) => resendInvitation(context, params.id))
  serve(contract.withdrawInvitation, (context, { params }) => withdrawInvitation(context, params.id))
  serve(contract.updateTechnician, (context, { params, body }) => updateTechnician(context, params.id, body))
  serve(contract.deactivateTechnician, (context, { params, body }) =>
    deactivateTechnician(context, params.id, body?.reason),
  )
}
