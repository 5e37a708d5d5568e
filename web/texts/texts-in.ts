/** All texts in constants of the contract, however deep, each once. */
export function textsIn(...values: readonly unknown[]): string[] {
  const texts = values.flatMap((value): string[] => {
    if (typeof value === 'string') return value === '' ? [] : [value]
    return typeof value === 'object' && value !== null ? textsIn(...Object.values(value)) : []
  })
  return [...new Set(texts)]
}
