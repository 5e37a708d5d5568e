import { type ApiScope, apiScopeNames } from '#contract/api-clients.ts'
import { type AppScope, appScopeNames } from '#contract/apps.ts'

/**
 * Scopes as programs write them, in version 1 (`patient/Observation.read`) and 2 (`patient/Observation.rs`) of SMART. Each stands for a
 * permission, which is written as the scope of a program that reads by itself (`system/Observation.rs`).
 */

/** Whose rows a scope is about: those of a person, those that the account may see, or those of the client. */
type Context = 'patient' | 'user' | 'system'

const typeOf = (scope: ApiScope) => scope.slice('system/'.length).split('.')[0] ?? ''
const readable = apiScopeNames.filter((scope) => scope.endsWith('.rs'))
const endings = ['rs', 'read'] as const

const written = (context: Context, granted: readonly ApiScope[]): [string, ApiScope][] =>
  granted.flatMap((scope) =>
    endings.map((ending): [string, ApiScope] => [`${context}/${typeOf(scope)}.${ending}`, scope]),
  )

const ofPeople = new Map<string, AppScope>([
  ...(written('patient', appScopeNames) as [string, AppScope][]),
  ...(written('user', appScopeNames) as [string, AppScope][]),
])
const ofSystems = new Map<string, readonly ApiScope[]>([
  ...apiScopeNames.map((scope): [string, ApiScope[]] => [scope, [scope]]),
  ...written('system', readable).map(([name, scope]): [string, ApiScope[]] => [name, [scope]]),
  ...endings.map((ending): [string, ApiScope[]] => [`system/*.${ending}`, readable]),
])

/** Scopes that are about the sign-in and not about resources. */
const launchScopes = [
  'openid',
  'fhirUser',
  'launch',
  'launch/patient',
  'launch/encounter',
  'offline_access',
] as const

/** All scopes that tokens can have. */
export const grantableScopes: readonly string[] = [...launchScopes, ...ofPeople.keys(), ...ofSystems.keys()]
/** As `grantableScopes`, with the scopes for all types, which are granted one by one. */
export const supportedScopes: readonly string[] = [
  ...grantableScopes,
  ...(['patient', 'user'] as const).flatMap((context) => endings.map((ending) => `${context}/*.${ending}`)),
]

export const scopesIn = (text: string | undefined): string[] =>
  (text ?? '').split(' ').filter((name) => name !== '')

/** Replaces the scopes for all types by one for each type, so that the answer names what is granted. */
export const withEachType = (text: string): string => [...new Set(scopesIn(text).flatMap(eachType))].join(' ')

function eachType(scope: string): string[] {
  const [, context, ending] = /^(patient|user)\/\*\.(rs|read)$/.exec(scope) ?? []
  if (context === undefined || ending === undefined) return [scope]
  return appScopeNames.map((one) => `${context}/${typeOf(one)}.${ending}`)
}

/**
 * The first scope that is refused, with the reason; null if there is none. Other scopes that are not supported are left out of the
 * answer, as OAuth 2.0 allows. A scope with a restriction is refused, since without it the program would get more than it asked for.
 */
export function refusedScope(text: string | undefined): { scope: string; why: string } | null {
  for (const scope of scopesIn(text)) {
    if (scope.includes('?'))
      return {
        scope,
        why: 'scopes with a search restriction are not supported: ask without the question mark',
      }
    const [, context, type = '', letters] =
      /^(patient|user|system)\/(\*|\w+)\.(c?r?u?d?s?)$/.exec(scope) ?? []
    if (context === undefined || letters === undefined || grantableScopes.includes(scope)) continue
    const isKnown = type === '*' || readable.some((one) => typeOf(one) === type)
    if (isKnown && letters !== 'rs')
      return { scope, why: `reading and searching are granted together: ask for ${context}/${type}.rs` }
  }
  return null
}

/** `isOfOne`: the person lets it read about one patient. `hasVisit`: the app was opened from a visit. */
type Asked = { isOfOne: boolean; hasVisit: boolean; client: readonly ApiScope[] }

/** The scopes of a request that a person can grant: those of the client, about one patient or about all patients of the facility. */
export function grantedTo(text: string | undefined, { isOfOne, hasVisit, client }: Asked): string[] {
  return scopesIn(text).filter((name) => {
    const scope = ofPeople.get(name)
    if (scope !== undefined) return client.includes(scope) && name.startsWith(isOfOne ? 'patient/' : 'user/')
    if (name === 'launch/patient') return isOfOne
    if (name === 'launch/encounter') return hasVisit
    return launchScopes.some((one) => one === name)
  })
}

/** The permissions of scopes that a person has granted. */
export const permissionsOf = (names: readonly string[]): AppScope[] => {
  const found = names.map((name) => ofPeople.get(name))
  return appScopeNames.filter((scope) => found.includes(scope))
}

/** The permissions that a client with `granted` gets when it asks for `text`; without a scope, all of its own. `refused`: a scope that it does not have. */
export function permissionsOfClient(
  text: string | undefined,
  granted: readonly ApiScope[],
): { scopes: ApiScope[] } | { refused: string } {
  const names = scopesIn(text)
  if (names.length === 0) return { scopes: [...granted] }
  const refused = names.find((name) => !ofSystems.get(name)?.some((scope) => granted.includes(scope)))
  if (refused !== undefined) return { refused }
  return { scopes: granted.filter((scope) => names.some((name) => ofSystems.get(name)?.includes(scope))) }
}
