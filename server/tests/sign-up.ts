import type { Mail } from './smtp-inbox.ts'

export const goodPassword = 'seven white lorries'

/** The body of the sign-up form. */
export const signUpForm = (email: string, changes: Record<string, unknown> = {}) => ({
  fullName: 'Ama Owusu',
  email,
  password: goodPassword,
  confirmPassword: goodPassword,
  acceptedTerms: true,
  ...changes,
})

/** The code in a mail. */
export function codeIn(mail: Mail): string {
  const code = /^ {4}([0-9A-HJKMNP-TV-Z]{8})$/m.exec(mail.text)?.[1]
  if (code === undefined) throw new Error(`No code in: ${mail.text}`)
  return code
}

/** The token of the link to `path` in a mail. */
export function tokenIn(mail: Mail, path: string): string {
  const token = new RegExp(`http://lab\\.test${path}#token=([\\w-]{43})`).exec(mail.text)?.[1]
  if (token === undefined) throw new Error(`No link to ${path} in: ${mail.text}`)
  return token
}
