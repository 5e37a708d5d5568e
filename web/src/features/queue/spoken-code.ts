import { t } from '@lingui/core/macro'
/** "A-012" as it is said aloud: the letter by itself, the number without its zeros. */
export function spokenCode(code: string): string {
  const [, letter, number] = /^([A-Z])-0*(\d+)$/.exec(code) ?? []
  return letter === undefined ? code : `${letter}, ${number}`
}

/** The sentence of a call, for a waiting room that does not look up. */
export function spokenCall({ code, desk, again }: { code: string; desk: string; again: boolean }): string {
  const number = spokenCode(code)
  return again
    ? t`Once more: Number ${number}, please come to ${desk}.`
    : t`Number ${number}, please come to ${desk}.`
}
