/** "A-012" as it is said aloud: the letter by itself, the number without its zeros. */
export function spokenCode(code: string): string {
  const [, letter, number] = /^([A-Z])-0*(\d+)$/.exec(code) ?? []
  return letter === undefined ? code : `${letter}, ${number}`
}

/** The sentence of a call, for a waiting room that does not look up. */
export const spokenCall = ({ code, desk, again }: { code: string; desk: string; again: boolean }): string =>
  `${again ? 'Once more: ' : ''}Number ${spokenCode(code)}, please come to ${desk}.`
