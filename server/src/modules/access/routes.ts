import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/access.ts'
import * as passkeys from '#contract/passkeys.ts'
import * as factors from '#contract/second-factor.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { languageOf } from '#server/platform/http/asked-language.ts'
import type { Base, Serve } from '#server/platform/http/serve.ts'
import { changePhone, confirmPhone } from './accounts/change-phone.ts'
import { closeAccount } from './accounts/close-account.ts'
import { confirmEmail } from './accounts/confirm-email.ts'
import { findToBook, listAccounts } from './accounts/list-accounts.ts'
import { readProfile } from './accounts/read-profile.ts'
import { updateProfile } from './accounts/update-profile.ts'
import { browserCookie } from './browser-cookie.ts'
import { beginOwnConfirmation, confirmOwnPerson } from './factors/confirm-person.ts'
import { addOwnPasskey, beginOwnPasskey, listOwnPasskeys, removeOwnPasskey } from './factors/own-passkeys.ts'
import { beginFactor, confirmOwnFactor, readSecondFactor, removeOwnFactor } from './factors/second-factor.ts'
import { exchangeIssuerCode } from './issuer/exchange-issuer-code.ts'
import { issuerRoutes } from './issuer/routes.ts'
import { deviceLife } from './log-in/devices.ts'
import { forgotPassword } from './log-in/forgot-password.ts'
import { logIn } from './log-in/log-in.ts'
import { beginLogInByPasskey, logInByPasskey } from './log-in/log-in-by-passkey.ts'
import { logOut } from './log-in/log-out.ts'
import { onDevice } from './log-in/on-device.ts'
import { resetPassword } from './log-in/reset-password.ts'
import { endOwnSession, listOwnSessions } from './sessions/own-sessions.ts'
import { registerAccount } from './sign-up/register-account.ts'
import { registerByMail } from './sign-up/register-by-mail.ts'
import { registerPhone } from './sign-up/register-phone.ts'
import { resendOtp } from './sign-up/resend-otp.ts'
import { sendPhoneCode } from './sign-up/send-phone-code.ts'
import { verifyOtp } from './sign-up/verify-otp.ts'
import { technicianRoutes } from './staff/routes.ts'
import { setUpManager } from './staff/set-up-manager.ts'

export function accessRoutes(app: FastifyInstance, serve: Serve, base: Base): void {
  const secure = base.config.publicUrl.startsWith('https://')
  const signingUp = browserCookie('phial_sign_up', {
    path: '/api/auth',
    seconds: hours(24) / 1000,
    sameSite: 'Strict',
    secure,
  })
  // Lax: the way back from the issuer begins at another site.
  const signingIn = browserCookie('phial_issuer', {
    path: '/api/auth/oidc',
    seconds: minutes(12) / 1000,
    sameSite: 'Lax',
    secure,
  })

  const devices = browserCookie('phial_device', {
    path: '/api',
    seconds: deviceLife / 1000,
    sameSite: 'Strict',
    secure,
  })

  serve(contract.register, (context, { body, request, reply }) =>
    registerAccount(context, body, signingUp.keep(request, reply), languageOf(request)),
  )
  serve(contract.registerByMail, (context, { body, request, reply }) =>
    registerByMail(context, body, signingUp.keep(request, reply), languageOf(request)),
  )
  serve(contract.registerPhone, (context, { body, request, reply }) =>
    registerPhone(context, body, signingUp.keep(request, reply), languageOf(request)),
  )
  serve(contract.sendPhoneCode, (context, { body, request }) =>
    sendPhoneCode(context, body.phone, signingUp.read(request)),
  )
  serve(contract.verifyOtp, (context, { body, request, reply }) =>
    onDevice(devices, request, reply, (device) => verifyOtp(context, body, signingUp.read(request), device)),
  )
  serve(contract.resendOtp, (context, { body, request }) =>
    resendOtp(context, body.email, signingUp.read(request)),
  )
  serve(contract.login, (context, { body, request, reply }) =>
    onDevice(devices, request, reply, (device) => logIn(context, body, device)),
  )
  serve(contract.logout, (context) => logOut(context))
  serve(contract.forgotPassword, (context, { body }) => forgotPassword(context, body.email))
  serve(contract.resetPassword, (context, { body, request, reply }) =>
    onDevice(devices, request, reply, (device) => resetPassword(context, body, device)),
  )
  serve(contract.setUp, (context, { body }) => setUpManager(context, body))
  serve(contract.readProfile, (context) => readProfile(context))
  serve(contract.updateProfile, (context, { body }) => updateProfile(context, body))
  serve(contract.confirmEmail, (context, { body }) => confirmEmail(context, body.token))
  serve(contract.changeSignInPhone, (context, { body }) => changePhone(context, body))
  serve(contract.confirmPhone, (context, { body }) => confirmPhone(context, body.otp))
  serve(contract.deleteProfile, (context, { body }) => closeAccount(context, body.currentPassword))
  serve(contract.getAllUsers, (context, { query }) => listAccounts(context, query))
  serve(contract.patientsToBook, (context, { query }) => findToBook(context, query))
  technicianRoutes(serve, devices)
  serve(factors.readSecondFactor, (context) => readSecondFactor(context))
  serve(factors.beginSecondFactor, (context, { body }) => beginFactor(context, body))
  serve(factors.confirmSecondFactor, (context, { body }) => confirmOwnFactor(context, body))
  serve(factors.removeSecondFactor, (context, { body }) => removeOwnFactor(context, body))
  serve(passkeys.beginPasskeyLogIn, (context) => beginLogInByPasskey(context))
  serve(passkeys.passkeyLogIn, (context, { body, request, reply }) =>
    onDevice(devices, request, reply, (device) => logInByPasskey(context, body, device)),
  )
  serve(passkeys.listPasskeys, (context) => listOwnPasskeys(context))
  serve(passkeys.beginPasskey, (context, { body }) => beginOwnPasskey(context, body))
  serve(passkeys.addPasskey, (context, { body }) => addOwnPasskey(context, body))
  serve(passkeys.removePasskey, (context, { params, body }) => removeOwnPasskey(context, params.id, body))
  serve(passkeys.beginConfirmation, (context) => beginOwnConfirmation(context))
  serve(passkeys.confirmByPasskey, (context, { body }) => confirmOwnPerson(context, body))
  serve(factors.listSessions, (context) => listOwnSessions(context))
  serve(factors.endSession, (context, { params }) => endOwnSession(context, params.id))
  issuerRoutes(app, base, signingIn)
  serve(contract.oidcExchange, async (context, { body, request, reply }) => {
    const signedIn = await onDevice(devices, request, reply, (device) =>
      exchangeIssuerCode(context, body.code, signingIn.read(request), device),
    )
    signingIn.forget(reply)
    return signedIn
  })
}
