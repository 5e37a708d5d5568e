import type { Limit } from '#server/platform/limits.ts'

/**
 * Rate limits. A whole clinic, or a town behind one mobile operator, can share a network address, so limits by network leave room for
 * many people, and limits by account for the mistakes of one.
 */

/** Seconds. */
const minute = 60
const hour = 60 * minute

/*
 * Each log-in is counted, and a successful log-in is given back. A browser that has signed in to the account before has a limit of its
 * own, so that attempts from elsewhere cannot lock the owner out.
 */
export const loginFromKnownDevice: Limit = { name: 'login: device', burst: 10, perSeconds: 15 * minute }
/** From one network against one account: a person who mistypes, or a program that guesses. */
export const loginFromNetworkToAccount: Limit = {
  name: 'login: account and network',
  burst: 10,
  perSeconds: 15 * minute,
}
/** A network that continues to guess waits longer: after 30 tries, 48 minutes for each try instead of 90 seconds. */
export const loginFromNetworkToAccountInDay: Limit = {
  name: 'login: account and network, day',
  burst: 30,
  perSeconds: 24 * hour,
}
/**
 * All tries against one account: bounds guesses that are spread over many networks to 2,400 a day. Ten networks can exhaust this limit
 * at once. To keep it exhausted takes eighty networks, because of the daily limit above.
 */
export const loginToAccount: Limit = { name: 'login: account', burst: 100, perSeconds: hour }
/** One password tried on many accounts. */
export const loginFromNetwork: Limit = { name: 'login: network', burst: 100, perSeconds: 15 * minute }

/** Each registration sends a mail: five are enough for a lost mail, and bound the mails that a stranger can cause. */
export const registrationsOfAddress: Limit = { name: 'register: address', burst: 5, perSeconds: hour }
export const registrationsFromNetwork: Limit = { name: 'register: network', burst: 30, perSeconds: hour }
/** For all codes by SMS together: more than a busy laboratory needs, and a bound on the costs that a stranger can cause. */
export const phoneCodesOfLaboratory: Limit = { name: 'phone codes', burst: 1000, perSeconds: 24 * hour }
export const resendsToAddress: Limit = { name: 'resend: address', burst: 5, perSeconds: hour }
export const resendsFromNetwork: Limit = { name: 'resend: network', burst: 30, perSeconds: hour }

/**
 * A code has 40 random bits and lives 10 minutes. With 1,000 codes alive, 30 tries hit one with a chance of 1 in 36
 * million; ten thousand networks trying at once reach 1 in 3,600. With a limit by address, strangers could
 * prevent its owner from entering a code.
 */
export const codesFromNetwork: Limit = { name: 'code: network', burst: 30, perSeconds: 10 * minute }

export const resetMailsToAddress: Limit = { name: 'forgot: address', burst: 5, perSeconds: hour }
export const resetMailsFromNetwork: Limit = { name: 'forgot: network', burst: 30, perSeconds: hour }

/** Each invitation mails; a whole staff can be invited in one sitting. */
export const invitationsByManager: Limit = { name: 'invite: manager', burst: 100, perSeconds: hour }
export const invitationsToAddress: Limit = { name: 'invite: address', burst: 5, perSeconds: hour }

/** Links carry 256 random bits, which nobody guesses: this bounds work, not guesses. */
export const linksFromNetwork: Limit = { name: 'link: network', burst: 30, perSeconds: 10 * minute }

/** For entering the current password again: a stolen session must not serve to guess it. */
export const passwordChecksOfAccount: Limit = {
  name: 'current password',
  burst: 10,
  perSeconds: 15 * minute,
}
/** Each new address that a signed-in person names is mailed. */
export const addressChangesOfAccount: Limit = { name: 'address change', burst: 5, perSeconds: hour }

export const issuerSignInsFromNetwork: Limit = {
  name: 'issuer: network',
  burst: 60,
  perSeconds: 10 * minute,
}

/** Codes of the second factor that somebody signed in enters to change how they log in. */
export const ownCodesOfAccount: Limit = { name: 'second factor: own', burst: 10, perSeconds: 15 * minute }

/** Each press of a button for passkeys makes a challenge. */
export const challengesOfAccount: Limit = { name: 'passkey: own', burst: 30, perSeconds: 10 * minute }

/** Opening the log-in page asks for a challenge, so that the browser can offer passkeys. */
export const challengesFromNetwork: Limit = {
  name: 'passkey: network',
  burst: 300,
  perSeconds: 10 * minute,
}
