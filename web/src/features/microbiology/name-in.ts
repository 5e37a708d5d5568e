/** The name of the entry with this code, or the code if there is none. */
export const nameIn = (entries: readonly { code: string; name: string }[], code: string): string =>
  entries.find((one) => one.code === code)?.name ?? code
