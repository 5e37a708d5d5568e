/** The keys of a list of options, as `z.enum` takes them. */
// @__NO_SIDE_EFFECTS__
export const keysOf = <Key extends string>(options: Readonly<Record<Key, unknown>>) =>
  Object.keys(options) as [Key, ...Key[]]
