/** A number as a figure by itself. Ids and times can hold its digits by chance. */
export const figure = (number: string): RegExp =>
  new RegExp(`(?<![\\w.-]|\\d:)${number.replace('.', '\\.')}(?!\\w)`)
