declare global {
  interface JSON {
    // TypeScript does not know them yet.
    rawJSON(text: string): object
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
  }
}

/**
 * A decimal with these digits: in FHIR, 5.0 is more precise than 5. Only `JSON.stringify` writes it, so a resource that is not sent has
 * no number here.
 * @throws if the digits are no number in JSON
 */
export const decimal = (digits: string): object => JSON.rawJSON(digits)

/** The number with as many decimals as a printed number has, unless that changes the number. */
export function asPrecise(number: number, as: string): object {
  const shown = number.toFixed(as.split('.')[1]?.length ?? 0)
  return decimal(Number(shown) === number ? shown : String(number))
}
