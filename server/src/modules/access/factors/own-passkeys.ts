import type { BodyOf } from '#contract/endpoint.ts'
import {
  type addPasskey,
  type CreationOptions,
  mostPasskeys,
  type NewCredential,
} from '#contract/passkeys.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound, notPossible, Refusal, refuseViolationOf } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { endSessions } from '../accounts/end-access.ts'
import { ownAccount } from '../accounts/read-profile.ts'
import { codeRefused } from '../codes/codes.ts'
import { challengesOfAccount } from '../limits.ts'
import { changeFactors } from './change-factors.ts'
import { type Proof, requireProof } from './confirm-person.ts'
import {
  challengeLife,
  descriptorOf,
  issueChallenge,
  requireRelyingParty,
  takeChallenge,
} from './passkey-challenge.ts'
import { deletePasskey, insertPasskey, listPasskeysOf } from './queries-passkeys.ts'
import { hasSecondFactor, replaceRecoveryCodes } from './queries-second-factor.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { logRefusal, userHandleOf } from './verify-passkey.ts'

/** ES256, EdDSA and RS256, by their numbers in COSE: what every authenticator has one of. */
const algorithms = [-7, -8, -257]

export async function listOwnPasskeys({ db, actor }: SignedIn) {
  const passkeys = await listPasskeysOf(db, actor.accountId)
  return passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt }))
}

/** The options to create a passkey that verifies its user and names the account by itself. */
export async function beginOwnPasskey(context: SignedIn, proof: Proof): Promise<CreationOptions> {
  const { db, actor } = context
  const party = requireRelyingParty(context)
  await requireProof(context, proof)
  await spend(context, challengesOfAccount, actor.accountId)
  const known = await listPasskeysOf(db, actor.accountId)
  if (known.length >= mostPasskeys) throw tooMany()
  const { name } = await laboratorySettings(context)
  const { email, signInPhone, fullName } = await ownAccount(context)
  return {
    challenge: await issueChallenge(context, 'passkey_add', actor.accountId),
    rp: { id: party.id, name },
    user: {
      id: userHandleOf(actor.accountId),
      name: email || signInPhone || fullName,
      displayName: fullName,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLife,
    attestation: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

const tooMany = () => notPossible(`You have ${mostPasskeys} passkeys already. Remove one first.`)

/** Keeps a new passkey. The first second factor of the account ends all other sessions, since they were opened without it. */
export async function addOwnPasskey(context: SignedIn, { name, credential }: BodyOf<typeof addPasskey>) {
  const { accountId } = context.actor
  const made = await verifyNew(context, credential)
  const codes = (await hasSecondFactor(context.db, accountId)) ? [] : await makeRecoveryCodes(context.db)
  const isFirst = await changeFactors(context, async (within) => {
    const { db, clock, actor } = within
    if ((await listPasskeysOf(db, accountId)).length >= mostPasskeys) throw tooMany()
    const first = codes.length > 0 && !(await hasSecondFactor(db, accountId))
    const row = { id: uuidv7(clock), accountId, name, createdAt: clock.now(), ...made }
    await insertPasskey(db, row).catch(refuseViolationOf({ passkey_credential: isKnown }))
    if (first) {
      await replaceRecoveryCodes(db, accountId, codes)
      await endSessions(within, accountId, actor.sessionHash)
    }
    await auditAccount(within, 'passkey.added', accountId, { after: { name } })
    return first
  })
  return {
    message: 'You can log in with this passkey from now on.',
    recoveryCodes: isFirst ? codes.map(({ shown }) => shown) : [],
  }
}

const isKnown = () => new Refusal('conflict', 'This passkey is registered already.')

async function verifyNew(context: SignedIn, { id, transports, ...response }: NewCredential) {
  const party = requireRelyingParty(context)
  const challenge = await takeChallenge(context, 'passkey_add', {
    accountId: context.actor.accountId,
    clientDataJSON: response.clientDataJSON,
  })
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const result = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { ...response, transports },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => {
    logRefusal(context, error)
    return { verified: false } as const
  })
  if (!result.verified) throw codeRefused('This passkey could not be registered. Please try again.')
  const { credential } = result.registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports,
  }
}

/** Ends a passkey of the caller. */
export async function removeOwnPasskey(context: SignedIn, id: string, proof: Proof) {
  const { accountId } = context.actor
  await requireProof(context, proof)
  const removed = await changeFactors(context, async (within) => {
    const name = await deletePasskey(within.db, accountId, id)
    if (name === undefined) throw notFound('This passkey')
    await auditAccount(within, 'passkey.removed', accountId, { before: { name } })
    return name
  })
  return { message: `The passkey “${removed}” no longer logs you in. Remove it from your device as well.` }
}
