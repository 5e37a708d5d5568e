import { t } from '@lingui/core/macro'
import type { CreationOptions, NewCredential, PasskeySignature, RequestOptions } from '#contract/passkeys.ts'
import { ApiError } from './api-error.ts'

/** Passkeys in this browser. Browsers have them in secure pages only. */

export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

const library = () => import('@simplewebauthn/browser')

/** Signs a challenge with a passkey that the person chooses, after their finger, face or PIN. */
export async function signByPasskey(options: RequestOptions): Promise<PasskeySignature> {
  const { startAuthentication } = await library()
  try {
    return signatureOf(await startAuthentication({ optionsJSON: options as RequestJson }))
  } catch (error) {
    throw refusal(error)
  }
}

/** Creates a passkey in this browser, phone or security key. */
export async function createPasskey(options: CreationOptions): Promise<NewCredential> {
  const { startRegistration } = await library()
  try {
    const { id, response } = await startRegistration({ optionsJSON: options as CreationJson })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, clientDataJSON, attestationObject, transports }
  } catch (error) {
    throw refusal(error)
  }
}

/**
 * Lets the browser offer passkeys among what it fills into the field for the address, and waits until the person chooses one. Null if
 * the browser does not do that, or if something else came first: the button beside it says what is wrong.
 */
export async function offerPasskeys(begin: () => Promise<RequestOptions>): Promise<PasskeySignature | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await library()
  if (!(await browserSupportsWebAuthnAutofill())) return null
  try {
    const optionsJSON = (await begin()) as RequestJson
    return signatureOf(await startAuthentication({ optionsJSON, useBrowserAutofill: true }))
  } catch {
    return null
  }
}

export const stopOffering = async (): Promise<void> => (await library()).WebAuthnAbortService.cancelCeremony()

type Library = Awaited<ReturnType<typeof library>>
type RequestJson = Parameters<Library['startAuthentication']>[0]['optionsJSON']
type CreationJson = Parameters<Library['startRegistration']>[0]['optionsJSON']
type Signed = Awaited<ReturnType<Library['startAuthentication']>>

function signatureOf({ id, response }: Signed): PasskeySignature {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}

/** What the browser said, in words for a person. It does not say whether they cancelled or had no passkey. */
function refusal(error: unknown): ApiError {
  const known = error instanceof Error && error.name === 'InvalidStateError'
  const message = known
    ? t`You already have a passkey on this device.`
    : t`No passkey was used. Try again, or use another way.`
  return new ApiError({ message, code: 'not_possible_now' }, 0, { cause: error })
}
