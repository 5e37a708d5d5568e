/** An address from which nobody has asked before: limits by network are not what is measured. */
export function randomNetwork(): string {
  const part = () => Math.floor(Math.random() * 254) + 1
  return `10.${part()}.${part()}.${part()}`
}
